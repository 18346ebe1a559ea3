/// The sizes of a list's page.
enum ListLimits {
  static let pageSizes = 1...500
  static let defaultPageSize = 50
  static let searchLengths = 0...200
  static let nameLengths = 1...200
}
