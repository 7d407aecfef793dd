#if canImport(Darwin)
  import Foundation
#else
  @_spi(_Unicode) import Swift
#endif

/// Canonical decomposition and composition; the one file that knows where they come from.
///
/// The standard library has both. Its composition is public, its decomposition is not, and Apple's SDKs leave it out:
/// there Foundation gives the decomposition. Both follow Unicode's stability policy, so they differ at most in
/// characters that one is too old for.
enum Normalization {
  /// The scalars of the canonical decomposition (NFD).
  static func decomposed(_ text: String) -> String.UnicodeScalarView {
    #if canImport(Darwin)
      return text.decomposedStringWithCanonicalMapping.unicodeScalars
    #else
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: text._nfd)
      return scalars
    #endif
  }

  /// The UTF-8 bytes of the canonical composition (NFC).
  static func composedBytes(_ scalars: String.UnicodeScalarView) -> [UInt8] {
    String(scalars)._nfcCodeUnits
  }
}
