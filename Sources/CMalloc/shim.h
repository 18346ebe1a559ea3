#pragma once
// glibc's own, which Swift's Glibc module leaves out.
#include <malloc.h>
