import Foundation

/// Properties of the terminal on a descriptor.
package enum TerminalFacts {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the screen, at least 20; 80 if the number is unknown. It is read for each call, because windows can be resized.
  package static func width(of descriptor: Int32, environment: [String: String]) -> Int {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return max(20, Int(size.ws_col)) }
    return max(20, environment["COLUMNS"].flatMap { Int($0) } ?? 80)
  }

  /// The lines of the screen; nil if they are unknown.
  package static func height(of descriptor: Int32) -> Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : nil
  }

  /// Whether a descriptor is a terminal that supports colours, and `NO_COLOR` is not set.
  package static func showsColors(_ descriptor: Int32, environment: [String: String]) -> Bool {
    isTerminal(descriptor) && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Whether the environment's locale uses UTF-8. True without a locale, because most terminals use UTF-8.
  package static func isUTF8(environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return locale.map {
      $0.uppercased().replacing("-", with: "").hasSuffix("UTF8") || $0.uppercased().contains("UTF-8")
    } ?? true
  }

  /// Makes the C library decode and measure characters as UTF-8: by the environment's locale if that is a UTF-8 locale, otherwise by a common locale.
  package static func useUTF8() {
    for name in ["", "C.UTF-8", "UTF-8", "en_US.UTF-8"] {
      guard setlocale(LC_CTYPE, name) != nil, let codeset = nl_langinfo(CInt(CODESET)) else { continue }
      let text = String(cString: codeset).uppercased()
      if text == "UTF-8" || text == "UTF8" { return }
    }
  }
}
