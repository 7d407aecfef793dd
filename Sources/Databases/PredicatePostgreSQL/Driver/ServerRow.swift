#if PostgreSQL
  import CLibPQ

  /// A row of a result. It is valid only while the body that receives it runs.
  struct ServerRow {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    var columnCount: Int { Int(PQnfields(result)) }

    /// The number of a column's type in the server's catalogue.
    func type(_ column: Int) -> UInt32 { PQftype(result, Int32(column)) }

    /// The text of a value; nil for NULL.
    func text(_ column: Int) -> String? {
      withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a value's text; nil for NULL.
    func bytes(_ column: Int) -> [UInt8]? { withBytes(column) { Array($0) } }

    /// A whole number; nil for NULL and for any other value.
    func integer(_ column: Int) -> Int64? {
      withBytes(column) { bytes -> Int64? in
        var (value, position): (Int64, Int) = (0, 0)
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { position = 1 }
        guard position < bytes.count, bytes.count <= 20 else { return nil }
        while position < bytes.count {
          guard case let digit = bytes[position] &- 0x30, digit < 10 else { return nil }
          let (product, isOver) = value.multipliedReportingOverflow(by: 10)
          let (sum, isAbove) = product.subtractingReportingOverflow(Int64(digit))
          if isOver || isAbove { return nil }
          value = sum
          position += 1
        }
        // The digits are subtracted from zero, because there is one more negative number than positive ones.
        return isNegative ? value : value == .min ? nil : -value
      } ?? nil
    }

    /// A whole number; 0 for NULL and for any other value.
    func number(_ column: Int) -> Int { Int(integer(column) ?? 0) }

    /// A boolean; false for NULL.
    func flag(_ column: Int) -> Bool { withBytes(column) { $0.first == UInt8(ascii: "t") } ?? false }

    private func withBytes<Value>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
      let column = Int32(column)
      guard PQgetisnull(result, 0, column) == 0, let start = PQgetvalue(result, 0, column) else { return nil }
      return body(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, 0, column))))
    }
  }
#endif
