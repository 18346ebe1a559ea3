#pragma once
// Plain integers in place of frozen Swift enums: a value of a newer library must not be undefined behaviour.
#define enum_extensibility(x)
#include <microhttpd.h>
#undef enum_extensibility

#include <sys/socket.h>

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

static inline struct MHD_Daemon *countersign_mhd_start(
    int listening_socket, unsigned int connection_limit, size_t connection_memory_bytes,
    struct countersign_mhd_callbacks callbacks) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, callbacks.request, callbacks.owner,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory_bytes,
      MHD_OPTION_CONNECTION_TIMEOUT, 0u,
      MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, callbacks.owner,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.owner,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.owner,
      MHD_OPTION_END);
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
