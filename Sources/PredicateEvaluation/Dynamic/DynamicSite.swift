import PredicateValues

/// What a run keeps for one place of a predicate where a name is looked up or a value is made.
struct DynamicSite {
  /// The shape of the dictionary that was looked into last, and where the name stands in it; below 0 it is not there.
  var shape: DictionaryShape?
  var position = -1
  /// A value that lies nowhere else: what was calculated, what had to be copied.
  var value = QueryValue.null
  /// The same for what a Swift dictionary holds.
  var any: Any = 0
  /// The same for a count.
  var number: Int64 = 0

  /// Whether the place of a name in a shape is known; found without counting references.
  @inline(__always)
  static func knows(_ site: UnsafeMutablePointer<DynamicSite>, _ shape: UnsafeRawPointer) -> Bool {
    UnsafeRawPointer(site).load(as: UnsafeRawPointer?.self) == shape
  }

  /// Where a site's own value lies.
  @inline(__always)
  static func value(_ site: UnsafeMutablePointer<DynamicSite>) -> UnsafeRawPointer { UnsafeRawPointer(site) + 16 }

  /// Where a site's `Any` lies.
  @inline(__always)
  static func any(_ site: UnsafeMutablePointer<DynamicSite>) -> UnsafeRawPointer { UnsafeRawPointer(site) + 40 }

  /// Where a site's number lies.
  @inline(__always)
  static func number(_ site: UnsafeMutablePointer<DynamicSite>) -> UnsafeRawPointer { UnsafeRawPointer(site) + 72 }

  /// Whether the fields lie where these say.
  static var isTrusted: Bool {
    MemoryLayout<DynamicSite>.offset(of: \.shape) == 0 && MemoryLayout<DynamicSite>.offset(of: \.value) == 16
      && MemoryLayout<DynamicSite>.offset(of: \.any) == 40 && MemoryLayout<DynamicSite>.offset(of: \.number) == 72
  }
}
