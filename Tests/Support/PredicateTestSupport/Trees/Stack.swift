import Foundation

/// Runs something on a thread with the stack that the limits are made for.
public enum Stack {
  #if SANITIZER
    /// Bytes. A frame of a program that a sanitizer watches is several times as large.
    public static let size = 64 << 20
  #elseif DEBUG
    /// Bytes.
    public static let size = 2 << 20
  #else
    /// Bytes.
    public static let size = 512 << 10
  #endif

  private final class Box<Result>: @unchecked Sendable {
    var result: Result?
  }

  /// Waits for the result.
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
