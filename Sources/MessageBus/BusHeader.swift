import Wire

/// A header of a request or reply; `name` is lower case.
public typealias BusHeader = HeaderField
