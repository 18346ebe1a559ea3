#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <time.h>

/* Swift's Glibc module leaves epoll out, and what <string.h> has under _GNU_SOURCE only. */

void *memmem(const void *, size_t, const void *, size_t);

static inline const void *countersign_find(const void *text, size_t length, const void *pattern,
                                           size_t patternLength) {
  return memmem(text, length, pattern, patternLength);
}

static inline int countersign_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/* Watches for bytes to read, or also for room to write, or changes which. */
static inline int countersign_epoll_watch(int epoll, int change, int descriptor, int writable,
                                          uint64_t name) {
  struct epoll_event event = {.events = EPOLLIN | (writable ? EPOLLOUT : 0), .data.u64 = name};
  return epoll_ctl(epoll, change, descriptor, &event);
}

/* epoll_wait counts in milliseconds, which is too coarse for a schedule of thousands a second. */
static inline int countersign_epoll_wait(int epoll, struct epoll_event *events, int count,
                                         int64_t nanoseconds) {
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return epoll_pwait2(epoll, events, count, &limit, 0);
}
