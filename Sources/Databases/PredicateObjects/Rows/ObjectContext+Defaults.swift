import PredicateDatabases
import PredicateModel
import PredicateValues

extension ObjectContext {
  /// Sets a new object's attributes to the defaults of its table's columns. A default of the model has precedence.
  ///
  /// If a default is not a value of the attribute's type, or if this connection cannot evaluate it, the table sets it when the row is written.
  func takeDefaults(_ object: StoredObject) throws {
    let plan = object.plan
    for (index, columnDefault) in plan.defaults.enumerated() {
      let stored = try value(of: columnDefault, at: index, plan)
      switch columnDefault.place {
      case .attribute(let place):
        guard plan.entity.attributes[place].defaultValue == nil else { continue }
        let attribute = plan.entity.attributes[place]
        var value = stored.map { attribute.value(of: $0) } ?? .null
        // CURRENT_TIMESTAMP gives a text, even if the column stores dates as numbers. The object gets the date, and saving writes it in the form of
        // the column's other dates.
        if value.isNull, attribute.type == .date, case .text(let text)? = stored, let date = ISODate.parse(text) {
          value = .date(date)
        }
        object.record?.values[place] = value
        if value.isNull, stored != .null { object.record?.defaulted.insert(place) }
      case .reference(let slot):
        if case .integer(let key)? = stored {
          object.record?.references[slot] = .key(key)
        } else if stored != .null {
          object.record?.defaulted.insert(plan.entity.attributes.count + slot)
        }
      }
    }
    for (slot, key) in plan.foreignKeys.enumerated() where !key.isDirect {
      let found = try link(of: object, key)
      object.record?.references[slot] = found
    }
  }

  /// The stored value of a column's default; nil if the default cannot be evaluated. A literal is evaluated once for all objects.
  func value(of columnDefault: ColumnDefault, at index: Int, _ plan: EntityPlan) throws -> StoredValue? {
    if let known = defaultValues[plan.position][index] { return known }
    let found = try storage.read {
      try $0.value(ofDefault: columnDefault.expression, castTo: columnDefault.castType)
    }
    if columnDefault.isConstant { defaultValues[plan.position][index] = .some(found) }
    return found
  }
}
