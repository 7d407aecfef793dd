/// Keeps an instance of a class alive. It may go to any thread because nobody reads the instance through it: only its address counts.
final class KeptInstance: @unchecked Sendable {
  /// What stands for an instance that something else keeps alive.
  static let elsewhere = KeptInstance(nil)

  private let instance: AnyObject?

  init(_ instance: AnyObject?) { self.instance = instance }
}
