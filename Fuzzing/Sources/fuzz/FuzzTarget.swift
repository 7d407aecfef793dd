import Foundation
import PredicateChecking

/// One part of the library that reads untrusted bytes. The environment variable `OPENPREDICATE_FUZZ_TARGET` chooses it.
enum FuzzTarget: String, CaseIterable {
  case parser
  case binder
  case yaml
  case json
  case xmlPropertyList = "xml-property-list"
  case binaryPropertyList = "binary-property-list"
  case xml
  case languageServer = "language-server"

  /// The target of this process.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["OPENPREDICATE_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("OPENPREDICATE_FUZZ_TARGET is “\(name)”, expected one of \(names)")
    }
    return target
  }()

  /// Runs the library on one input, and ends the process if a property does not hold.
  func check(_ bytes: [UInt8]) {
    switch self {
    case .parser: ParserTarget.check(String(decoding: bytes, as: UTF8.self))
    case .binder: BinderTarget.check(bytes)
    case .yaml: DocumentTarget.check(bytes, .yaml, name: "a.yaml")
    case .json: DocumentTarget.check(bytes, .json, name: "a.json")
    case .xmlPropertyList: DocumentTarget.check(bytes, .xmlPropertyList, name: "a.plist")
    case .binaryPropertyList: DocumentTarget.check(bytes, .binaryPropertyList, name: "a.plist")
    case .xml: XMLTarget.check(bytes)
    case .languageServer: LanguageServerTarget.check(bytes)
    }
  }
}

/// Ends the process if a property does not hold. libFuzzer then saves the input.
func require(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fatalError(message()) }
}

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
