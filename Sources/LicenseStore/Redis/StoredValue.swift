/// Where values that Redis keeps begin: a format number, the row's version and when it was read from
/// PostgreSQL. The script that writes them compares just these.
///
/// All values are ASCII fields parted by one blank; a field that may hold anything stands last and
/// needs no escapes. What differs from the form in one byte cannot be read, and so counts as
/// version 0.
enum StoredValue {
  /// Raised when a field is added or means something else: older values then cannot be read.
  static let format: Int64 = 1
  /// Fifteen digits: exact in the doubles that scripts count in.
  static let largestNumber: Int64 = 999_999_999_999_999
}
