import Cryptography
import Encodings

/// Device ids of one length, which tell runs apart.
struct DeviceNames: Sendable {
  /// Devices that are made ready before the run, and those that are activated by it.
  enum Purpose: String {
    case enrolled = "e"
    case activated = "a"
  }

  private let run: String

  init() { run = Hex.encode(RandomBytes.make(count: 4)) }

  func name(_ number: Int, _ purpose: Purpose) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 8 - digits.utf8.count))
    return "load-\(run)-\(purpose.rawValue)\(zeros)\(digits)"
  }
}
