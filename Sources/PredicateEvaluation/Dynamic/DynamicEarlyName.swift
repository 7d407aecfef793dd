import PredicateValues

/// A name that is looked up in many objects before any of them is asked about.
struct DynamicEarlyName: Sendable {
  /// How many there are at most.
  static let limit = 4

  let name: DynamicName
  /// Where the shape is remembered in which the name was found.
  let site: Int
}

/// Looking into many objects together.
///
/// What takes time with dictionaries is waiting for memory: each step to where a value lies waits for the one before
/// it. So a step is taken for all objects of a block before the next one: the processor then waits for many of them at
/// once.
extension DynamicRun {
  /// Looks the early names up for a block of elements; nil where the elements are no dictionaries.
  @inline(__always)
  func lookEarly(
    _ elements: UnsafeRawPointer, _ stride: Int, _ block: UnsafeMutablePointer<DynamicView>
  ) -> UnsafeMutablePointer<DynamicView>? {
    if root.form == .values {
      lookIntoValues(elements, stride, block)
    } else if root.isOfAnyDictionaries && DictionaryMemory.isTrusted {
      lookIntoSwift(elements, block)
    } else {
      return nil
    }
    return block
  }

  private func lookIntoValues(
    _ elements: UnsafeRawPointer, _ stride: Int, _ block: UnsafeMutablePointer<DynamicView>
  ) {
    var sum: UInt64 = 0
    let size = MemoryLayout<QueryValue>.stride
    for position in 0..<Self.blockSize {
      let element = elements + position &* stride
      let isDictionary = ValueMemory.kind(element) == .dictionary
      let row = block + position &* DynamicEarlyName.limit
      for place in 0..<earlyCount {
        let site = sites + early[place].site
        guard isDictionary, DynamicSite.knows(site, element.load(as: UnsafeRawPointer.self)) else {
          row[place] = DynamicView(.unknown, element)
          continue
        }
        guard site.pointee.position >= 0 else {
          row[place] = .null(element)
          continue
        }
        let values = element.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
        let value = values + (32 &+ site.pointee.position &* size)
        sum &+= value.load(as: UInt64.self)
        row[place] = DynamicView(.value, value)
      }
    }
    for position in 0..<Self.blockSize {
      let row = block + position &* DynamicEarlyName.limit
      for place in 0..<earlyCount where row[place].kind == .value {
        let view = DynamicView(value: row[place].address)
        sum &+= Self.touch(view)
        row[place] = view
      }
    }
    touched &+= sum
  }

  private func lookIntoSwift(_ elements: UnsafeRawPointer, _ block: UnsafeMutablePointer<DynamicView>) {
    var sum: UInt64 = 0
    for position in 0..<Self.blockSize { sum &+= DictionaryMemory.Storage(elements + position &* 8).touch() }
    for position in 0..<Self.blockSize { sum &+= DictionaryMemory.Storage(elements + position &* 8).touchKeys() }
    for position in 0..<Self.blockSize {
      let storage = DictionaryMemory.Storage(elements + position &* 8)
      let row = block + position &* DynamicEarlyName.limit
      for place in 0..<earlyCount {
        guard storage.isSmall else {
          row[place] = DynamicView(.unknown, elements)
          continue
        }
        guard let found = storage.place(of: early[place].name) else {
          row[place] = .null(elements)
          continue
        }
        let any = storage.values + found &* MemoryLayout<Any>.stride
        sum &+= any.load(as: UInt64.self)
        row[place] = DynamicView(.value, any)
      }
    }
    for position in 0..<Self.blockSize {
      let row = block + position &* DynamicEarlyName.limit
      for place in 0..<earlyCount where row[place].kind == .value {
        // What has no view of its own is copied only when it is asked for.
        let view = AnyMemory.view(row[place].address) ?? DynamicView(.unknown, row[place].address)
        sum &+= Self.touch(view)
        row[place] = view
      }
    }
    touched &+= sum
  }

  /// Touches what a value leads to.
  @inline(__always)
  private static func touch(_ view: DynamicView) -> UInt64 {
    switch view.kind {
    case .string: StringMemory.bytes(view.address).map { $0.count > 0 ? UInt64($0.base[0]) : 0 } ?? 0
    case .array, .strings, .anys, .anyDictionary:
      view.address.load(as: UnsafeRawPointer.self).load(fromByteOffset: 16, as: UInt64.self)
    case .dictionary:
      view.address.load(fromByteOffset: 8, as: UnsafeRawPointer.self).load(fromByteOffset: 16, as: UInt64.self)
    default: 0
    }
  }
}
