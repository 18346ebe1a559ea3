#pragma once
#include <zmq.h>

// zmq.h shows it with ZMQ_BUILD_DRAFT_API only; a library that lacks it refuses it when it is set.
#ifndef ZMQ_ZAP_ENFORCE_DOMAIN
#define ZMQ_ZAP_ENFORCE_DOMAIN 93
#endif

// <sched.h> shows it to GNU sources only, and Swift's Glibc module not at all.
#ifndef SCHED_BATCH
#define SCHED_BATCH 3
#endif
