import Foundation

/// Runs work on a thread with the stack size that the limits are designed for.
public enum Stack {
  #if SANITIZER
    /// The size in bytes. With a sanitizer, stack frames are several times as large.
    public static let size = 64 << 20
  #elseif DEBUG
    /// The size in bytes.
    public static let size = 2 << 20
  #else
    /// The size in bytes.
    public static let size = 512 << 10
  #endif

  private final class Box<Result>: @unchecked Sendable {
    var result: Result?
  }

  /// Runs the work and waits for its result.
  public static func run<Result: Sendable>(
    size: Int = Stack.size, _ body: @escaping @Sendable () -> Result?
  ) -> Result? {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.result = body()
      done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    return box.result
  }
}
