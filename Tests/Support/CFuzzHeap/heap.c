#include "CFuzzHeap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// sanitizer/allocator_interface.h
int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void *, size_t), void (*free_hook)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *memory);

static _Thread_local int is_watched;
static _Thread_local long long held;
static _Thread_local long long most;

static void taken(const volatile void *memory, size_t size) {
  (void)memory;
  if (!is_watched) return;
  held += (long long)size;
  if (held <= most) return;
  is_watched = 0;
  static const char message[] = "BROKEN: an input made the heap grow beyond its limit\n";
  ssize_t ignored = write(2, message, strlen(message));
  (void)ignored;
  abort();
}

static void given_back(const volatile void *memory) {
  if (is_watched && memory) held -= (long long)__sanitizer_get_allocated_size(memory);
}

void countersign_heap_watch(size_t limit) {
  static int is_installed;
  if (!is_installed) is_installed = __sanitizer_install_malloc_and_free_hooks(taken, given_back);
  if (!is_installed) abort();
  held = 0;
  most = (long long)limit;
  is_watched = 1;
}

void countersign_heap_release(void) { is_watched = 0; }
