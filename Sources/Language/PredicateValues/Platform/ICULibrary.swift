#if !canImport(Darwin) && canImport(_FoundationICU)
  import _FoundationICU

  /// A pointer to an ICU object.
  private struct Handle: Sendable {
    /// A pointer is not Sendable. Each object is used by one thread at a time, taken from a locked store, or only read.
    nonisolated(unsafe) let pointer: OpaquePointer
  }

  /// A compiled regular expression. An ICU expression contains the state of its match, so each match uses a copy from a small store.
  final class RegularExpressionEngine: Sendable {
    private let original: Handle
    private let idle = Locked<[Handle]>([])
    private let pattern: String

    private static let idleLimit = 8
    /// The number of steps between two checks of the limit by ICU.
    private static let stepsPerTick = 10_000

    /// Compiles a pattern; see ``RegularExpression/init(_:options:stepLimit:)``.
    init(_ pattern: String, ignoresCase: Bool) throws(PredicateIssue) {
      self.pattern = pattern
      var status = U_ZERO_ERROR
      var place = UParseError()
      let units = Array(pattern.utf16)
      let flags = ignoresCase ? UInt32(UREGEX_CASE_INSENSITIVE.rawValue) : 0
      let opened = swift_uregex_open(units, Int32(clamping: units.count), flags, &place, &status)
      guard status.rawValue <= 0, let opened else {
        if let opened { swift_uregex_close(opened) }
        let offset = Int(place.offset)
        throw .unusablePattern(pattern, Self.reason(status), at: offset > 0 ? offset : nil)
      }
      original = Handle(pointer: opened)
    }

    deinit {
      for handle in idle.withLock({ $0 }) { swift_uregex_close(handle.pointer) }
      swift_uregex_close(original.pointer)
    }

    /// Whether the pattern matches the whole of a string. Throws kind `limit` if it takes more steps than the limit.
    func matches(_ subject: String, stepLimit: Int) throws(PredicateIssue) -> Bool {
      let handle = try take()
      defer { giveBack(handle) }
      var status = U_ZERO_ERROR
      let ticks = (stepLimit - 1) / Self.stepsPerTick + 1
      swift_uregex_setTimeLimit(handle.pointer, Int32(clamping: ticks), &status)
      let isMatch = Array(subject.utf16).withUnsafeBufferPointer { units in
        let text = units.baseAddress ?? Self.noText
        swift_uregex_setText(handle.pointer, text, Int32(clamping: units.count), &status)
        let isMatch = swift_uregex_matches(handle.pointer, -1, &status) != 0
        // The expression must not keep the text, which is freed after this call.
        var unset = U_ZERO_ERROR
        swift_uregex_setText(handle.pointer, Self.noText, 0, &unset)
        return isMatch
      }
      if status.rawValue > 0 { throw .patternPastLimit(pattern) }
      return isMatch
    }

    /// An empty text that lives as long as the process and is never written again.
    nonisolated(unsafe) private static let noText: UnsafePointer<UInt16> = {
      let pointer = UnsafeMutablePointer<UInt16>.allocate(capacity: 1)
      pointer.initialize(to: 0)
      return UnsafePointer(pointer)
    }()

    private func take() throws(PredicateIssue) -> Handle {
      if let handle = idle.withLock({ $0.popLast() }) { return handle }
      var status = U_ZERO_ERROR
      guard let copy = swift_uregex_clone(original.pointer, &status), status.rawValue <= 0 else {
        throw .patternPastLimit(pattern)
      }
      return Handle(pointer: copy)
    }

    private func giveBack(_ handle: Handle) {
      let isKept = idle.withLock { idle in
        guard idle.count < Self.idleLimit else { return false }
        idle.append(handle)
        return true
      }
      if !isKept { swift_uregex_close(handle.pointer) }
    }

    /// The name of an error in plain words: `U_REGEX_MISMATCHED_PAREN` becomes "mismatched paren".
    private static func reason(_ status: UErrorCode) -> String {
      let name = swift_u_errorName(status).map { String(cString: $0) } ?? ""
      let bare = name.hasPrefix("U_REGEX_") ? name.dropFirst("U_REGEX_".count) : name[...]
      return bare.lowercased().split(separator: "_").joined(separator: " ")
    }
  }

  /// The root collator at one strength. Comparing does not change an ICU collator, so threads may share it.
  final class CollationEngine: Sendable {
    private let collator: Handle

    /// A collator; nil if ICU has no data for it.
    init?(_ form: CollationForm) {
      var status = U_ZERO_ERROR
      guard let opened = swift_ucol_open("", &status), status.rawValue <= 0 else { return nil }
      collator = Handle(pointer: opened)
      swift_ucol_setAttribute(opened, UCOL_NORMALIZATION_MODE, UCOL_ON, &status)
      swift_ucol_setAttribute(
        opened, UCOL_STRENGTH,
        form.ignoresMarks ? UCOL_PRIMARY : form.ignoresCase ? UCOL_SECONDARY : UCOL_TERTIARY, &status)
      if form.comparesNumbers { swift_ucol_setAttribute(opened, UCOL_NUMERIC_COLLATION, UCOL_ON, &status) }
      if form.ignoresMarks && !form.ignoresCase { swift_ucol_setAttribute(opened, UCOL_CASE_LEVEL, UCOL_ON, &status) }
      if status.rawValue > 0 { return nil }
    }

    deinit { swift_ucol_close(collator.pointer) }

    /// Appends the sort key of a string, without the zero at its end.
    func appendKey(of text: String, to keys: inout [UInt8]) {
      let units = Array(text.utf16)
      let start = keys.count
      var room = 4 * units.count + 16
      // A second round runs if the first one had too little room.
      while true {
        keys.append(contentsOf: repeatElement(0, count: room))
        let needed = keys.withUnsafeMutableBufferPointer { keys in
          Int(
            swift_ucol_getSortKey(
              collator.pointer, units, Int32(clamping: units.count), keys.baseAddress.map { $0 + start },
              Int32(clamping: room)))
        }
        let isWhole = needed <= room
        keys.removeLast(isWhole ? room - max(needed - 1, 0) : room)
        if isWhole { return }
        room = needed
      }
    }

    func order(_ left: String, _ right: String) -> ValueOrder {
      let result = left.withBytes { left in
        right.withBytes { right in
          // An empty buffer has no address. ICU would take it for a missing text, so another address is passed.
          withUnsafePointer(to: 0 as CChar) { nothing in
            var status = U_ZERO_ERROR
            return swift_ucol_strcollUTF8(
              collator.pointer, Self.characters(left) ?? nothing, Int32(clamping: left.count),
              Self.characters(right) ?? nothing, Int32(clamping: right.count), &status)
          }
        }
      }
      return result == UCOL_LESS ? .less : result == UCOL_GREATER ? .greater : .equal
    }

    private static func characters(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
      bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
    }
  }

  /// The time zones of ICU.
  enum TimeZoneLibrary {
    /// The changes of a zone in ascending order. The first element has the offset from UTC before all changes. Nil if ICU does not know the zone.
    static func changes(of identifier: String, until end: Int) -> [TimeZoneChange]? {
      let units = Array(identifier.utf16)
      var status = U_ZERO_ERROR
      var canonical = [UInt16](repeating: 0, count: 128)
      // The name is checked first, because `ucal_open` uses GMT for an unknown name.
      let length = swift_ucal_getCanonicalTimeZoneID(
        units, Int32(clamping: units.count), &canonical, Int32(canonical.count), nil, &status)
      guard status.rawValue <= 0, length > 0 else { return nil }
      let opened = swift_ucal_open(units, Int32(clamping: units.count), "", UCAL_GREGORIAN, &status)
      guard let calendar = opened, status.rawValue <= 0 else { return nil }
      defer { swift_ucal_close(calendar) }
      // The first moment is in the year 1000, before the first change of any zone.
      var moment = -30_610_224_000_000.0
      var changes: [TimeZoneChange] = []
      while true {
        swift_ucal_setMillis(calendar, moment, &status)
        let offset =
          swift_ucal_get(calendar, UCAL_ZONE_OFFSET, &status) + swift_ucal_get(calendar, UCAL_DST_OFFSET, &status)
        let second = Int(moment / 1000) - 978_307_200
        guard status.rawValue <= 0 else { return nil }
        if second >= end { return changes }
        changes.append(TimeZoneChange(moment: second, offset: Int(offset) / 1000))
        var next = 0.0
        let hasNext = swift_ucal_getTimeZoneTransitionDate(calendar, UCAL_TZ_TRANSITION_NEXT, &next, &status)
        guard status.rawValue <= 0 else { return nil }
        if hasNext == 0 || next <= moment { return changes }
        moment = next
      }
    }
  }
#endif
