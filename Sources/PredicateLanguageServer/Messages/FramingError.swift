/// Bytes that are no message of the protocol: nothing behind them can be read.
struct FramingError: Error, CustomStringConvertible {
  let description: String

  init(_ found: String) { description = "expected a message of the language server protocol, found \(found)" }
}
