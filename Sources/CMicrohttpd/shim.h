#pragma once
// Plain integers in place of frozen Swift enums: a value of a newer library must not be undefined behaviour.
#define enum_extensibility(x)
#include <microhttpd.h>
#undef enum_extensibility
