#pragma once
#include <stddef.h>

/// Counts what this thread holds of the heap from here on. More than `limit` bytes at once, and the
/// process says so and aborts.
void countersign_heap_watch(size_t limit);
void countersign_heap_release(void);
