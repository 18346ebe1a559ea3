import ServiceKit
import Glibc

/// What a person reads.
enum Console {
  static func say(_ line: String = "") {
    DescriptorLogSink(fileDescriptor: STDOUT_FILENO).write(Array((line + "\n").utf8))
  }

  static func complain(_ line: String) {
    DescriptorLogSink().write(Array(("countersign: " + line + "\n").utf8))
    ComplaintPipe.tell(line)
  }
}
