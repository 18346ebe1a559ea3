import ChildProcesses
import Glibc

/// Writes a plot as SVG, or as PNG by librsvg's program.
enum PlotFile {
  private static let converter = "rsvg-convert"
  private static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// Says beforehand what cannot be done afterwards.
  static func check(_ path: String) throws {
    if path.hasSuffix(".svg") { return }
    guard path.hasSuffix(".png") else { throw UsageFault("--plot takes a name in .svg or .png") }
    _ = try converterPath()
  }

  static func write(_ svg: String, to path: String) throws {
    if path.hasSuffix(".svg") { return try Files.write(svg, to: path, mode: 0o644) }
    let drawing = path + ".svg"
    try Files.write(svg, to: drawing, mode: 0o644)
    defer { unlink(drawing) }
    let command = ChildCommand(
      try converterPath(), ["--output", path, drawing], environment: ChildEnvironment.minimal)
    try ChildRun.output(of: command)
  }

  private static func converterPath() throws(CommandFault) -> String {
    guard let folder = folders.first(where: { Files.exists("\($0)/\(converter)") }) else {
      throw CommandFault(
        "a .png needs \(converter), of Debian's librsvg2-bin; a .svg needs nothing")
    }
    return "\(folder)/\(converter)"
  }
}
