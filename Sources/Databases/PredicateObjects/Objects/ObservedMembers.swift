import Observation
import PredicateModel

/// In an observable context (``ObjectContext/isObservable``), objects report to Observation which of their properties are read, and which change.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension StoredObject: Observable {}

extension ObjectContext {
  /// Whether the context's objects are observable: `withObservationTracking`, and with it SwiftUI, then track which properties are read and report
  /// their next change. False in a new context, because each read of a property must then be reported to Observation, which takes longer than the read.
  ///
  /// ```swift
  /// context.isObservable = true
  /// withObservationTracking { label.text = movie.title } onChange: { setNeedsLayout() }
  /// movie.title = "Alien"                  // reports the change
  /// movie.lentToFriend = anna              // reports changes of movie.lentToFriend and of anna.lentMovies
  /// ```
  ///
  /// Changes by setting, undoing, reverting or refreshing are reported, and also values that a fetch reads and that differ. Fetched properties are
  /// not reported; observed results (``observe(_:_:sortedBy:sectionedBy:batchSize:)``) are an alternative. An object is observed from its first read
  /// after this becomes true.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public var isObservable: Bool {
    get { link.observation != nil }
    set {
      guard newValue != isObservable else { return }
      link.observation = newValue ? ObservedMembers(plan) : nil
    }
  }
}

/// The part of Observation that all objects of an observable context use. It is a protocol, because Observation needs newer systems than the package.
protocol MemberObservation: AnyObject {
  /// Records that a member of an object is read.
  func access(_ member: Int, of object: StoredObject)

  /// Reports a change of members before it happens.
  func willChange(_ members: [ObservedMember])

  /// Reports a change of members after it happened.
  func didChange(_ members: [ObservedMember])
}

/// A member of an object that may be observed.
typealias ObservedMember = (object: StoredObject, member: Int)

/// Observation requires a key path for each property. The key path of a member is that of a subscript with the member's number.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private final class ObservedMembers: MemberObservation {
  private let paths: [KeyPath<StoredObject, Int>]

  init(_ plan: StorePlan) {
    paths = (0..<(plan.entities.map(\.observedCount).max() ?? 0)).map { \StoredObject[observed: $0] }
  }

  func access(_ member: Int, of object: StoredObject) {
    if object.observers == nil { object.observers = Observers() }
    registrar(of: object)?.access(object, keyPath: paths[member])
  }

  func willChange(_ members: [ObservedMember]) {
    for (object, member) in members { registrar(of: object)?.willSet(object, keyPath: paths[member]) }
  }

  func didChange(_ members: [ObservedMember]) {
    for (object, member) in members { registrar(of: object)?.didSet(object, keyPath: paths[member]) }
  }

  private func registrar(of object: StoredObject) -> ObservationRegistrar? {
    (object.observers as? Observers)?.registrar
  }

  private final class Observers {
    let registrar = ObservationRegistrar()
  }
}

extension StoredObject {
  /// Gives each member a key path.
  fileprivate subscript(observed member: Int) -> Int { member }
}

extension EntityPlan {
  /// The numbers of members for Observation: attributes, then relationships.
  fileprivate var observedCount: Int { forms.count + links.count }

  func observedNumber(ofLink index: Int) -> Int { forms.count + index }
}

extension StoredObject {
  /// Reports to Observation that an attribute is read.
  @inline(__always)
  func noteAccess(toAttribute index: Int) {
    if let observation = link.observation { observation.access(index, of: self) }
  }

  /// Reports to Observation that a relationship is read.
  func noteAccess(toLink index: Int) { link.observation?.access(plan.observedNumber(ofLink: index), of: self) }

  /// Reports to Observation that any member may have changed.
  func noteChangeOfMembers() { if observers != nil { noteChange(of: (0..<plan.observedCount).map { (self, $0) }) } }

  /// Reports to Observation that a relationship has changed.
  func noteChange(ofLink index: Int) {
    if observers != nil { noteChange(of: [(self, plan.observedNumber(ofLink: index))]) }
  }

  private func noteChange(of members: [ObservedMember]) {
    link.observation?.willChange(members)
    link.observation?.didChange(members)
  }

  /// Reports to Observation which members differ from those of an earlier record.
  func noteChangeOfMembers(since old: ObjectRecord) {
    guard observers != nil, let record else { return }
    let changed = plan.forms.indices.filter { !plan.forms[$0].isSame(record.values[$0], old.values[$0]) }
    var members = changed.map { (self, $0) }
    for (slot, reference) in record.references.enumerated() where !reference.isSame(as: old.references[slot]) {
      members += self.members(ofForeignKey: slot)
    }
    noteChange(of: members)
  }

  /// The attribute and the relationships that have a foreign key as their value.
  fileprivate func members(ofForeignKey slot: Int) -> [ObservedMember] {
    let attributes = plan.slots.indices.filter { plan.slots[$0] == slot }
    let links = plan.links.indices.filter { plan.links[$0].storage == .reference(slot) }
    return (attributes + links.map(plan.observedNumber)).map { (self, $0) }
  }
}

extension ObjectContext {
  /// Makes a change, and reports it to Observation if the context is observable.
  func observing(_ change: ObjectChange, _ body: () -> Void) {
    guard let observation = link.observation else { return body() }
    let members = members(changedBy: change).filter { $0.object.observers != nil }
    observation.willChange(members)
    body()
    observation.didChange(members)
  }

  /// Reports to Observation that any member of any object may have changed.
  func noteChangeOfMembers() {
    if link.observation == nil { return }
    for object in link.allObjects { object.noteChangeOfMembers() }
  }

  private func members(changedBy change: ObjectChange) -> [ObservedMember] {
    switch change {
    case .value(let object, let index, _, _): [(object, index)]
    // Only the stored form changes. If the value changes, too, a further step reports that.
    case .content: []
    case .reference(let object, let slot, let old, let new):
      object.members(ofForeignKey: slot) + lists(of: old, object, slot) + lists(of: new, object, slot)
    case .place(let object, let slot, _, _): lists(of: object.record?.references[slot] ?? .none, object, slot)
    case .pairPlace(let table, let isSource, let owner, _, _, _): pairLists(of: owner, table, isSource: isSource)
    case .pair(let table, let pair, _):
      pairLists(of: pair.source, table, isSource: true) + pairLists(of: pair.destination, table, isSource: false)
    case .existence(let object, _):
      (0..<object.plan.observedCount).map { (object, $0) }
        + (object.record?.references ?? ReferenceList()).enumerated().flatMap { lists(of: $1, object, $0) }
    }
  }

  /// The relationships at the other end of a foreign key whose lists contain the object.
  private func lists(of link: ObjectLink, _ object: StoredObject, _ slot: Int) -> [ObservedMember] {
    guard let target = target(of: link, object, slot) else { return [] }
    return target.plan.links.indices.filter { index in
      switch target.plan.links[index].storage {
      case .referencedBy(slot): object.plan.isKind(of: target.plan.links[index].destination)
      case .pairs(let table, _): plan.pairTables[table].rows.map { object.plan.isKind(of: $0.entity) } ?? false
      case .reference, .referencedBy, .unusable: false
      }
    }.map { (target, target.plan.observedNumber(ofLink: $0)) }
  }

  private func pairLists(of object: StoredObject, _ table: Int, isSource: Bool) -> [ObservedMember] {
    object.plan.links.indices.filter { object.plan.links[$0].storage == .pairs(table: table, isSource: isSource) }
      .map { (object, object.plan.observedNumber(ofLink: $0)) }
  }
}
