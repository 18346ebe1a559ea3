import Foundation

/// What a process holds open.
public enum OpenDescriptors {
  public static func count(of process: pid_t) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd"))?.count ?? 0
  }
}
