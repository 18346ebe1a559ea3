// posix_spawn's newer parts are GNU extensions, which Swift's Glibc module leaves out.
#define _GNU_SOURCE
#include "spawn_shim.h"

#include <signal.h>
#include <spawn.h>

static int set_descriptors(posix_spawn_file_actions_t *actions,
                           const struct countersign_spawn *spawn) {
  // Moved up first, so that no descriptor is overwritten before it was copied; no further than they
  // must, since a soft limit may be low.
  const int wanted[4] = {spawn->input, spawn->output, spawn->error, spawn->extra};
  const int count = spawn->extra < 0 ? 3 : 4;
  int stage = count;
  for (int i = 0; i < count; i++)
    if (wanted[i] >= stage) stage = wanted[i] + 1;
  int result = 0;
  for (int i = 0; i < count && result == 0; i++)
    result = posix_spawn_file_actions_adddup2(actions, wanted[i], stage + i);
  for (int i = 0; i < count && result == 0; i++)
    result = posix_spawn_file_actions_adddup2(actions, stage + i, i);
  if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(actions, count);
  if (result == 0 && spawn->directory)
    result = posix_spawn_file_actions_addchdir_np(actions, spawn->directory);
  return result;
}

static int set_attributes(posix_spawnattr_t *attributes, const struct countersign_spawn *spawn) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (spawn->own_session) flags |= POSIX_SPAWN_SETSID;
  int result = posix_spawnattr_setsigmask(attributes, &none);
  if (result == 0) result = posix_spawnattr_setsigdefault(attributes, &all);
  if (result == 0) result = posix_spawnattr_setflags(attributes, flags);
  return result;
}

int countersign_spawn(const struct countersign_spawn *spawn, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return result;
  result = posix_spawnattr_init(&attributes);
  if (result == 0) {
    result = set_descriptors(&actions, spawn);
    if (result == 0) result = set_attributes(&attributes, spawn);
    if (result == 0)
      result = posix_spawn(child, spawn->path, &actions, &attributes, spawn->arguments,
                           spawn->environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return result;
}
