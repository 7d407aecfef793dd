#if canImport(Darwin)
  import Foundation
#elseif canImport(_FoundationICU)
  import _FoundationICU
#elseif canImport(Foundation)
  import Foundation
#else
  #error("Canonical normalization needs ICU or Foundation.")
#endif

/// Canonical decomposition and composition. Only this file calls the libraries for them.
///
/// The standard library contains both normalisations but does not publish them, so ICU is used, or Foundation if there is no ICU. All follow
/// Unicode's stability policy: their results differ only for characters that are newer than one of the libraries.
enum Normalization {
  #if !canImport(Darwin) && canImport(_FoundationICU)
    /// The scalars of the canonical decomposition (NFD).
    static func decomposed(_ text: String) -> String.UnicodeScalarView {
      normalized(text) { swift_unorm2_getNFDInstance(&$0) }.unicodeScalars
    }

    /// The UTF-8 bytes of the canonical composition (NFC).
    static func composedBytes(_ scalars: String.UnicodeScalarView) -> [UInt8] {
      Array(normalized(String(scalars)) { swift_unorm2_getNFCInstance(&$0) }.utf8)
    }

    /// Normalises a text. ICU compiles the data of both normalisations into its code, so it fails only for texts of more than 2³¹ units. Such a text
    /// is returned unchanged.
    private static func normalized(
      _ text: String, _ form: (inout UErrorCode) -> OpaquePointer?
    ) -> String {
      var status = U_ZERO_ERROR
      guard let form = form(&status), status.rawValue <= 0 else { return text }
      let units = Array(text.utf16)
      guard let count = Int32(exactly: units.count) else { return text }
      var room = units.count + units.count / 2 + 16
      // A second round runs if the first one had too little room.
      for _ in 0..<2 {
        guard let capacity = Int32(exactly: room) else { return text }
        status = U_ZERO_ERROR
        var needed: Int32 = 0
        let result = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: room) { target in
          needed = swift_unorm2_normalize(form, units, count, target.baseAddress, capacity, &status)
          return status.rawValue <= 0 ? String(decoding: target.prefix(Int(needed)), as: UTF16.self) : nil
        }
        if let result { return result }
        guard status == U_BUFFER_OVERFLOW_ERROR else { return text }
        room = Int(needed)
      }
      return text
    }
  #else
    /// The scalars of the canonical decomposition (NFD).
    static func decomposed(_ text: String) -> String.UnicodeScalarView {
      text.decomposedStringWithCanonicalMapping.unicodeScalars
    }

    /// The UTF-8 bytes of the canonical composition (NFC).
    static func composedBytes(_ scalars: String.UnicodeScalarView) -> [UInt8] {
      Array(String(scalars).precomposedStringWithCanonicalMapping.utf8)
    }
  #endif
}
