import Glibc

/// The seeds as libFuzzer wants them: a folder for each target, a file for each seed.
enum SeedFiles {
  static func write(to folder: String) {
    for target in FuzzTarget.all {
      mkdir("\(folder)/\(target.name)", 0o755)
      for (number, seed) in target.seeds.enumerated() {
        write(seed, to: "\(folder)/\(target.name)/seed-\(number)")
      }
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
      stop("A seed cannot be written: \(path)")
    }
  }
}
