import HTTPServer
import ServiceKit

/// Why a certificate and its key cannot be used. Names paths, never contents.
enum TLSFileFault: Error, CustomStringConvertible {
  case file(FileFault)
  case pair(certificate: String, key: String, HTTPServerError)

  var description: String {
    switch self {
    case .file(let fault): fault.description
    case .pair(let certificate, let key, let error): "\(certificate), \(key): \(error)"
    }
  }
}
