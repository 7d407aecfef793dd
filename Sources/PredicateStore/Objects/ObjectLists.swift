/// The loaded lists of an object, one for each link. It takes no memory of its own until a list is set.
struct ObjectLists {
  private var lists: [[StoredObject]?] = []
  /// What a list is that was not set: nil, or empty for a new object, to which nothing refers yet.
  private let initial: [StoredObject]?

  /// - Parameter areKnown: Whether lists that were not set are empty.
  init(areKnown: Bool) { initial = areKnown ? [] : nil }

  /// Whether no list is there.
  var areForgotten: Bool { lists.isEmpty && initial == nil }

  /// The list of a link; nil where it was not loaded.
  subscript(index: Int) -> [StoredObject]? {
    get { index < lists.count ? lists[index] : initial }
    set {
      while lists.count <= index { lists.append(initial) }
      lists[index] = newValue
    }
  }
}
