#pragma once
#include <sys/types.h>

// What posix_spawn is told. The child has the descriptors named here and no others.
struct countersign_spawn {
  const char *path;
  char *const *arguments;    // ends with NULL
  char *const *environment;  // ends with NULL
  const char *directory;     // NULL: the caller's
  int input;
  int output;
  int error;
  int extra;        // becomes descriptor 3; -1: there is none
  int own_session;  // not 0: the child leads a session, and so a process group, of its own
};

// 0 and the child's id, or an errno. The child has no blocked and no ignored signals.
int countersign_spawn(const struct countersign_spawn *spawn, pid_t *child);
