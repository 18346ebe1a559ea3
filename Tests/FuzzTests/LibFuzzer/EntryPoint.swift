import CFuzzHeap
import Glibc

/// What libFuzzer calls. `COUNTERSIGN_FUZZ_TARGET` names the target.
private let target: FuzzTarget = {
  let name = getenv("COUNTERSIGN_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    stop("No target of this name: \(name)")
  }
  return target
}()

/// With `COUNTERSIGN_FUZZ_SEEDS`, a folder, nothing is tried: all seeds are written there.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard let folder = getenv("COUNTERSIGN_FUZZ_SEEDS") else { return 0 }
  SeedFiles.write(to: String(cString: folder))
  exit(0)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func tryOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let target = target
  let begin = cpuNanoseconds()
  countersign_heap_watch(FuzzLimits.heapBytes)
  do {
    try target.check(input)
  } catch {
    stop("BROKEN: \(error)")
  }
  countersign_heap_release()
  if cpuNanoseconds() - begin > FuzzLimits.cpuNanoseconds {
    stop("BROKEN: an input of \(count) bytes took too much time")
  }
  return 0
}

/// Of this thread: a busy machine makes no input slow.
private func cpuNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// libFuzzer keeps the input of a process that aborts.
func stop(_ message: String) -> Never {
  let line = Array((message + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
  abort()
}
