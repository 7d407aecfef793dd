import OpenPredicate
import Testing

private final class Folder: QueryableProperties {
  let name: String
  weak var parent: Folder?
  unowned var volume: Volume
  unowned var backup: Volume?

  init(_ name: String, in parent: Folder? = nil, _ volume: Volume) {
    self.name = name
    self.parent = parent
    self.volume = volume
  }

  static let queryProperties: [QueryProperty<Folder>] = [.storedFields]
}

private final class Volume: QueryableProperties {
  let size: Int
  init(size: Int) { self.size = size }

  static let queryProperties: [QueryProperty<Volume>] = [.storedFields]
}

private struct Link {
  weak var target: Folder?
  var label = "x"
}

private final class Secret {
  let code = 7
}

private struct Keyhole {
  weak var secret: Secret?
}

private class Plain: QueryableProperties {
  weak var next: Plain?

  class var queryProperties: [QueryProperty<Plain>] { [.storedFields] }
}

/// A subclass whose mirror lists other children, either before those of the superclass or instead of them.
private final class Masked: Plain, CustomReflectable {
  let hidesNext: Bool

  init(hidesNext: Bool) { self.hidesNext = hidesNext }

  var customMirror: Mirror {
    Mirror(self, children: ["other": 1], ancestorRepresentation: hidesNext ? .suppressed : .generated)
  }
}

/// Weak and unowned properties are read as Swift reads them, whether in-place reads are on or off.
@Suite struct WeakPropertiesTests {
  private let volume = Volume(size: 40)

  @Test func instances() throws {
    let root = Folder("root", volume)
    let inner = Folder("inner", in: root, volume)
    inner.backup = volume
    var lost: Folder? = Folder("lost", volume)
    let orphan = Folder("orphan", in: lost, volume)
    #expect(lost != nil)
    lost = nil
    let folders = [root, inner, orphan]
    func names(_ format: String, _ arguments: any QueryArgumentConvertible...) throws -> [String] {
      try folders.filter(QueryPredicate(format: QueryFormat(raw: format), arguments: arguments)).map(\.name)
    }
    #expect(try names("parent == nil") == ["root", "orphan"])
    #expect(try names("parent.name BEGINSWITH 'r'") == ["inner"])
    #expect(try names("parent == %@", ObjectReference(to: root)) == ["inner"])
    #expect(try names("volume.size == 40 AND backup == nil") == ["root", "orphan"])
    #expect(try names("backup.size > 39") == ["inner"])
    #expect(try folders.sorted(by: "parent.name", "name").map(\.name) == ["orphan", "root", "inner"])
    #expect(throws: PredicateIssue.self) { try names("parent.nmae == 'x'") }
  }

  @Test func structs() throws {
    let root = Folder("root", volume)
    let links = [Link(target: root), Link(target: nil, label: "y")]
    #expect(try links.filter("target.name == 'root'").map(\.label) == ["x"])
    #expect(try links.filter("target == nil").map(\.label) == ["y"])
    #expect(try links.count(where: "SELF == SELF") == 2)
  }

  /// An instance of a class without a table only has an identity.
  @Test func closedClasses() throws {
    let secret = Secret()
    let holes = [Keyhole(secret: secret), Keyhole(secret: nil)]
    #expect(try holes.filterIndices("secret == nil") == [1])
    #expect(try holes.filterIndices("secret == \(ObjectReference(to: secret))") == [0])
    let issue = #expect(throws: PredicateIssue.self) { try holes.filter("secret.code == 7") }
    #expect(issue?.code == "needs-table")
    let open = try BoundQuery<Keyhole>("secret.code == 7", options: BindingOptions(reading: .everything))
    #expect(try holes.filterIndices(open) == [0])
  }

  /// A property that a mirror hides is an error, never the value of another property.
  @Test func mirrorsOfASubclass() throws {
    let shown: [Plain] = [Plain(), Masked(hidesNext: false)]
    shown[1].next = shown[0]
    #expect(try shown.filterIndices("next == nil") == [0])
    let hidden: [Plain] = [Plain(), Masked(hidesNext: true)]
    for format in ["next == %@", "next != %@"] {
      #expect(throws: PredicateIssue.self, "\(format)") {
        try hidden.filterIndices(QueryPredicate(format: QueryFormat(raw: format), ObjectReference(to: hidden[0])))
      }
    }
    #expect(throws: PredicateIssue.self) { try hidden.filterIndices("next.next != nil") }
  }
}
