#pragma once
#include <postgresql/libpq-fe.h>

/// Drops what the server says beside its answers; libpq would print it to stderr.
static inline void cs_pq_discard_notice(void *context, const PGresult *notice) {
  (void)context;
  (void)notice;
}

static inline void cs_pq_discard_notices(PGconn *connection) {
  PQsetNoticeReceiver(connection, cs_pq_discard_notice, 0);
}

// Field codes are character literals in the header.
static const int cs_pq_field_sqlstate = PG_DIAG_SQLSTATE;
static const int cs_pq_field_constraint = PG_DIAG_CONSTRAINT_NAME;
