import Foundation

/// A build that a sanitizer watches: `swift build --sanitize=address -Xswiftc -DSANITIZER`.
public enum Sanitizer {
  /// Whether this is one. Programs that other compilers make do not link with its libraries.
  public static var isOn: Bool {
    #if SANITIZER
      true
    #else
      false
    #endif
  }

  /// The sanitizer's options in the environment. A program that is started with another environment needs them.
  public static var options: [String: String] {
    ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
  }
}
