#if canImport(_FoundationICU)
  import PredicateValues
  import Testing
  import _FoundationICU

  @Suite("Folding of single scalars, against ICU")
  struct UnicodeOracleTests {
    /// All scalars except ideographs and syllables, which have neither case nor width. The standard library may have a newer Unicode.
    static let scalars: [Unicode.Scalar] = [0..<0x3400, 0xA000..<0xAC00, 0xF900..<0x20000].joined()
      .compactMap { Unicode.Scalar(UInt32($0 as Int)) }
      .filter { swift_u_isdefined(Int32($0.value)) != 0 }

    @Test("is normalised full case folding in ordinary width")
    func caseAndWidth() throws {
      let icu = try ICU()
      let folding = StringFolding(.caseInsensitive)
      var wrong: [String] = []
      for scalar in Self.scalars {
        let text = String(scalar)
        let expected = icu.normalized(icu.ordinaryWidth(icu.caseFolded(icu.decomposed(text))))
        if folding.foldedBytes(of: text) != Array(expected.utf8) { wrong.append(String(scalar.value, radix: 16)) }
      }
      #expect(wrong.isEmpty)
    }
  }

  private struct ICU {
    private let nfd: OpaquePointer
    private let nfc: OpaquePointer
    private let nfkd: OpaquePointer

    init() throws {
      var status = U_ZERO_ERROR
      nfd = try #require(swift_unorm2_getNFDInstance(&status))
      nfc = try #require(swift_unorm2_getNFCInstance(&status))
      nfkd = try #require(swift_unorm2_getNFKDInstance(&status))
    }

    func decomposed(_ text: String) -> String { normalize(nfd, text) }
    func normalized(_ text: String) -> String { normalize(nfc, text) }

    func caseFolded(_ text: String) -> String {
      convert(text) { source, count, target, capacity, status in
        swift_u_strFoldCase(target, capacity, source, count, UInt32(U_FOLD_CASE_DEFAULT), &status)
      }
    }

    /// Applies compatibility decompositions of the kinds wide and narrow.
    func ordinaryWidth(_ text: String) -> String {
      var result = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        let kind = swift_u_getIntPropertyValue(Int32(scalar.value), UCHAR_DECOMPOSITION_TYPE)
        guard kind == Int32(U_DT_NARROW.rawValue) || kind == Int32(U_DT_WIDE.rawValue) else {
          result.append(scalar)
          continue
        }
        var units = [UInt16](repeating: 0, count: 8)
        var status = U_ZERO_ERROR
        let count = swift_unorm2_getRawDecomposition(nfkd, Int32(scalar.value), &units, 8, &status)
        result.append(contentsOf: String(decoding: units.prefix(Int(count)), as: UTF16.self).unicodeScalars)
      }
      return String(result)
    }

    private func normalize(_ form: OpaquePointer, _ text: String) -> String {
      convert(text) { source, count, target, capacity, status in
        swift_unorm2_normalize(form, source, count, target, capacity, &status)
      }
    }

    private func convert(
      _ text: String, _ body: ([UInt16], Int32, UnsafeMutablePointer<UInt16>?, Int32, inout UErrorCode) -> Int32
    ) -> String {
      let source = Array(text.utf16)
      var target = [UInt16](repeating: 0, count: source.count * 4 + 16)
      var status = U_ZERO_ERROR
      let count = target.withUnsafeMutableBufferPointer {
        body(source, Int32(source.count), $0.baseAddress, Int32($0.count), &status)
      }
      return String(decoding: target.prefix(Int(count)), as: UTF16.self)
    }
  }
#endif
