import Licensing

/// Which apps there are in PostgreSQL, and in which version, as one statement saw them.
struct AppVersions {
  let revision: Int64
  let byID: [AppID: Int64]
}
