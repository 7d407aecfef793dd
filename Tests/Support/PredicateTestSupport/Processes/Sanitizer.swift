import Foundation

/// A build with a sanitizer: `swift build --sanitize=address -Xswiftc -DSANITIZER`.
public enum Sanitizer {
  /// Whether this build has a sanitizer. Programs of other compilers cannot link with its libraries.
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
