#pragma once
// Plain integers in place of frozen Swift enums: a value of a newer library must not be undefined behaviour.
#define enum_extensibility(x)
#include <microhttpd.h>
#undef enum_extensibility

#include <poll.h>
#include <sys/socket.h>

// <poll.h> shows it to GNU sources only: the peer sends nothing more.
#ifndef POLLRDHUP
#define POLLRDHUP 0x2000
#endif
static const short countersign_poll_peer_closed = POLLRDHUP;

// Swift cannot call variadic functions; what is needed of them stands here, typed.

typedef void *(*countersign_mhd_target_callback)(void *owner, const char *target,
                                                 struct MHD_Connection *connection);

struct countersign_mhd_callbacks {
  void *owner;
  countersign_mhd_target_callback target;
  MHD_AccessHandlerCallback request;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
};

// A certificate chain and its private key as PEM, read while the daemon starts; both NULL: no TLS.
struct countersign_mhd_tls {
  const char *certificate;
  const char *key;
};

// TLS 1.2 and 1.3, by the names of GnuTLS.
#define COUNTERSIGN_TLS_PRIORITIES "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

static inline struct MHD_Daemon *countersign_mhd_start(
    int listening_socket, unsigned int connection_limit, size_t connection_memory_bytes,
    struct countersign_mhd_tls tls, struct countersign_mhd_callbacks callbacks) {
  struct MHD_OptionItem tls_options[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)tls.certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)tls.key},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)COUNTERSIGN_TLS_PRIORITIES},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem no_options[] = {{MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (tls.key ? MHD_USE_TLS : 0), 0, NULL, NULL,
      callbacks.request, callbacks.owner,
      MHD_OPTION_ARRAY, tls.key ? tls_options : no_options,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory_bytes,
      MHD_OPTION_CONNECTION_TIMEOUT, 0u,
      MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, callbacks.owner,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.owner,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.owner,
      MHD_OPTION_END);
}

static inline enum MHD_Result countersign_mhd_no_request(
    void *owner, struct MHD_Connection *connection, const char *target, const char *method,
    const char *version, const char *piece, size_t *piece_count, void **context) {
  (void)owner, (void)connection, (void)target, (void)method, (void)version, (void)piece;
  (void)piece_count, (void)context;
  return MHD_NO;
}

// Whether a daemon would start by these: certificate and key can be read and belong together.
static inline int countersign_mhd_takes_tls(struct countersign_mhd_tls tls) {
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_TLS | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, countersign_mhd_no_request, NULL,
      MHD_OPTION_HTTPS_MEM_CERT, tls.certificate, MHD_OPTION_HTTPS_MEM_KEY, tls.key,
      MHD_OPTION_HTTPS_PRIORITIES, COUNTERSIGN_TLS_PRIORITIES, MHD_OPTION_END);
  if (daemon == NULL) return 0;
  MHD_stop_daemon(daemon);
  return 1;
}

static inline int countersign_mhd_epoll_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int countersign_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *countersign_mhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

static inline void *countersign_mhd_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// From the first byte of the request line to the last of the empty line that ends the block.
static inline size_t countersign_mhd_head_bytes(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}
