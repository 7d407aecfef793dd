import PredicateValues

/// What a run keeps for one place of a predicate where a name is looked up or a value is made.
struct DynamicSite {
  /// The shapes of dictionaries that were looked into.
  var shapes: UnsafeMutablePointer<KnownShape>
  /// A value that lies nowhere else: what was calculated, what had to be copied.
  var value = QueryValue.null
  /// The same for a count.
  var number: Int64 = 0
  /// What is known of the collection of a ``DynamicAmong``.
  var members = DynamicMembers()

  init(_ shapes: UnsafeMutablePointer<KnownShape>) { self.shapes = shapes }

  /// Where a site's own value lies.
  @inline(__always)
  static func value(_ site: UnsafeMutablePointer<DynamicSite>) -> UnsafeRawPointer { UnsafeRawPointer(site) + 8 }

  /// Where a site's number lies.
  @inline(__always)
  static func number(_ site: UnsafeMutablePointer<DynamicSite>) -> UnsafeRawPointer { UnsafeRawPointer(site) + 32 }

  /// Whether the fields lie where these say.
  static var isTrusted: Bool {
    KnownShape.isTrusted && MemoryLayout<DynamicSite>.offset(of: \.value) == 8
      && MemoryLayout<DynamicSite>.offset(of: \.number) == 32
  }
}
