import LicenseStore

/// Every call under `/admin/v1`, and what it takes to make it. The audit test walks this table.
public enum AdminRoute: CaseIterable, Hashable, Sendable {
  case createApp, listApps, readApp, updateApp, rotateKey
  case createLicenses, listLicenses, readLicense, updateLicense, deleteLicense
  case disableLicense, enableLicense, extendLicense
  case listDevices, unbindDevice, unbindAllDevices
  case listLogs

  public var method: AdminMethod {
    switch self {
    case .listApps, .readApp, .listLicenses, .readLicense, .listDevices, .listLogs: .get
    case .createApp, .rotateKey, .createLicenses: .post
    case .disableLicense, .enableLicense, .extendLicense: .post
    case .updateApp, .updateLicense: .patch
    case .deleteLicense, .unbindDevice, .unbindAllDevices: .delete
    }
  }

  /// The path below `/admin/v1`; `nil` stands for any one segment.
  public var pattern: [String?] {
    switch self {
    case .createApp, .listApps: ["apps"]
    case .readApp, .updateApp: ["apps", nil]
    case .rotateKey: ["apps", nil, "rotate-key"]
    case .createLicenses, .listLicenses: ["licenses"]
    case .readLicense, .updateLicense, .deleteLicense: ["licenses", nil]
    case .disableLicense: ["licenses", nil, "disable"]
    case .enableLicense: ["licenses", nil, "enable"]
    case .extendLicense: ["licenses", nil, "extend"]
    case .listDevices, .unbindAllDevices: ["licenses", nil, "devices"]
    case .unbindDevice: ["licenses", nil, "devices", nil]
    case .listLogs: ["logs"]
    }
  }

  /// What is written to the log when the call changes something; `nil` for calls that only read.
  public var action: LogAction? {
    switch self {
    case .listApps, .readApp, .listLicenses, .readLicense, .listDevices, .listLogs: nil
    case .createApp: .appCreate
    case .updateApp: .appUpdate
    case .rotateKey: .appRotateKey
    case .createLicenses: .licenseCreate
    case .updateLicense: .licenseUpdate
    case .deleteLicense: .licenseDelete
    case .disableLicense: .licenseDisable
    case .enableLicense: .licenseEnable
    case .extendLicense: .licenseExtend
    case .unbindDevice: .deviceUnbind
    case .unbindAllDevices: .deviceUnbindAll
    }
  }

  /// Calls whose body may be empty, which then means `{}`.
  public var allowsEmptyBody: Bool {
    switch self {
    case .createApp, .createLicenses, .extendLicense: false
    default: true
    }
  }
}

public enum AdminMethod: String, CaseIterable, Hashable, Sendable {
  case get = "GET"
  case post = "POST"
  case patch = "PATCH"
  case delete = "DELETE"

  /// HEAD is answered wherever GET is.
  public init?(requestMethod text: String) {
    self.init(rawValue: text == "HEAD" ? "GET" : text)
  }
}
