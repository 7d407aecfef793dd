/// A wrapper that declares a property of a class.
protocol DeclaredProperty {
  /// Whether this is the property that is looked for.
  var mark: Bool { get set }

  /// What the class says of the property.
  var declaration: PropertyDeclaration { get }

  /// What is wrong with the property beside the model; nil for nothing.
  func mismatch(with member: EntityPlan.Member, of plan: EntityPlan, _ classes: ClassTable) -> String?
}

extension StoredObject {
  /// Where the value of a property is, by the key path of its wrapper.
  func place<Wrapper: DeclaredProperty>(
    of storage: ReferenceWritableKeyPath<some StoredObject, Wrapper>
  ) -> EntityPlan.Member? {
    if let classes = link.classes { return classes.place(of: storage, in: self) }
    PropertyProbe.current?.note(ClassTable.name(of: storage, in: self))
    return nil
  }

  /// The value of a plain attribute that was read before through the same property, where the object is loaded; nil where it takes the
  /// longer way.
  @usableFromInline
  func plainValue(at storage: AnyKeyPath) -> QueryValue? {
    guard let index = link.cache.attribute(of: plan.position, at: storage) else { return nil }
    return record?.value(at: index)
  }

  /// Sets a plain attribute that was read or set before through the same property; false where it takes the longer way.
  @usableFromInline
  func setPlainValue(_ value: QueryValue, at storage: AnyKeyPath) -> Bool {
    guard let index = link.cache.attribute(of: plan.position, at: storage) else { return false }
    do {
      try setAttribute(index, to: value)
    } catch {
      link.context?.failToWrite(error)
    }
    return true
  }

  /// Reads a property. The context keeps a failure.
  func read<Value>(
    _ placeholder: Value, _ body: (EntityPlan.Member) throws -> Value?, at place: () -> EntityPlan.Member?
  ) -> Value {
    guard let place = place() else { return placeholder }
    do {
      return try body(place) ?? placeholder
    } catch {
      context?.fail(error)
      return placeholder
    }
  }

  /// Writes a property. The context keeps a failure, and throws it at the end of a group or when it is saved.
  func write(_ body: (EntityPlan.Member) throws -> Void, at place: () -> EntityPlan.Member?) {
    guard let context, let place = place() else { return }
    do {
      try body(place)
    } catch {
      context.failToWrite(error)
    }
  }
}
