/// The columns of `licenses l` that make a `LicenseRow`.
enum LicenseColumns {
  static let all = """
    l.id AS l_id, l.app_id AS l_app_id, l.code AS l_code, l.plan AS l_plan,
    l.duration_days AS l_duration_days, l.expires_at AS l_expires_at,
    l.allow_devices AS l_allow_devices, l.activated_at AS l_activated_at,
    l.disabled_at AS l_disabled_at, l.disabled_reason AS l_disabled_reason,
    l.features AS l_features, l.remark AS l_remark, l.order_id AS l_order_id,
    l.version AS l_version, l.row_mac AS l_row_mac, l.row_mac_key AS l_row_mac_key,
    l.created_at AS l_created_at
    """
}
