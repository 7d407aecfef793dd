import PredicateBinding
import PredicateDatabaseSuite
import PredicateModel
import PredicateSyntax
import PredicateTestSupport
import PredicateValues

/// Makes the trials of a random database, using the model that opening the database gave.
struct TrialGenerator {
  var random: SplitMix64
  let model: DataModel
  let encoding: String

  private static let constants = AgreementGenerator.Constants(
    numbers: [
      "0", "1", "2", "3", "4", "5", "-1", "2.5", "0.5", "1e3", "YES", "9007199254740993", "9223372036854775807",
    ],
    texts: RandomValues.texts.map { "'\($0)'" } + ["''", "'the'", "'\\u00e9'", "'5'", "'abc  '", "'e\\u0301'"],
    dates: [
      "CAST('2020-01-01', 'NSDate')", "CAST(599565600, 'NSDate')", "CAST(0, 'NSDate')", "CAST(730902600, 'NSDate')",
    ])

  mutating func trials() throws -> [DatabaseTrial] {
    let shapes = AgreementGenerator.shapes(of: model)
    guard !shapes.isEmpty else { return [] }
    var trials: [DatabaseTrial] = []
    for _ in 0..<4 {
      var generator = agreement(loosened(shapes))
      let entity = generator.random.pick(generator.entities)
      trials.append(.predicate(entity, try QueryPredicate(format: QueryFormat(raw: generator.predicate(entity))), [:]))
    }
    if shapes.values.contains(where: \.hasObjects) {
      for _ in 0..<2 {
        var generator = WideGenerator(seed: random.next(), shapes: loosened(shapes))
        let sample = generator.sample()
        trials.append(
          .predicate(
            sample.entity, try PredicateParser.predicate(sample.format, arguments: sample.arguments).get(),
            sample.variables))
      }
    }
    var simple = PlainConditionGenerator(
      random: SplitMix64(seed: random.next()), model: model, ordersTexts: encoding == "UTF-8")
    for _ in 0..<4 {
      let entity = random.pick(model.entities)
      if let condition = simple.condition(entity) { trials.append(.plain(entity.name, condition)) }
    }
    let one = random.pick(model.entities)
    if let predicate = simple.dynamicCondition(one) { trials.append(.predicate(one.name, predicate, [:])) }
    for entity in model.entities {
      if let predicate = simple.dynamicElements(entity, of: model) {
        trials.append(.predicate(entity.name, predicate, [:]))
      }
    }
    if let attribute = one.attributes.randomElement(using: &random), random.oneIn(2) {
      trials.append(.proposals(one.name, attribute.name))
    }
    // Only entities with integer keys are tried, because a request finds rows by integers. GRDB does not double quotation marks in a table's name.
    if one.key.referenceColumn != nil, !one.table.contains("\"") {
      var requests = agreement(shapes)
      trials.append(.request(one.name, try QueryPredicate(format: QueryFormat(raw: requests.predicate(one.name)))))
    }
    let sortable = shapes.keys.sorted().filter { model.entity(named: $0)?.key.referenceColumn != nil }
    if !sortable.isEmpty {
      var generator = agreement(shapes)
      trials.append(.order(RandomRequests.order(&generator, shapes, among: sortable)))
    }
    var generator = agreement(shapes)
    let groups = RandomRequests.groups(&generator, shapes)
    trials.append(.groups(groups))
    if !groups.keys.isEmpty { trials.append(.distinct(groups)) }
    var shown = agreement(shapes)
    trials.append(.values(try RandomRequests.values(&shown, shapes)))
    return trials
  }

  private mutating func agreement(_ shapes: [String: AgreementGenerator.Shape]) -> AgreementGenerator {
    AgreementGenerator(seed: random.next(), shapes: shapes, constants: Self.constants)
  }

  /// Adds attributes of unknown type to the numbers and texts that the predicate generator uses, so that every operator is tried on them.
  private mutating func loosened(_ shapes: [String: AgreementGenerator.Shape]) -> [String: AgreementGenerator.Shape] {
    guard random.oneIn(4) else { return shapes }
    let isNumber = random.oneIn(2)
    var result = shapes
    for entity in model.entities {
      guard let shape = shapes[entity.name] else { continue }
      let unknown = entity.attributes.filter { $0.type == .any }.map { "#\($0.name)" }
      result[entity.name] = AgreementGenerator.Shape(
        strings: shape.strings + (isNumber ? [] : unknown), numbers: shape.numbers + (isNumber ? unknown : []),
        dates: shape.dates, toOne: shape.toOne, toMany: shape.toMany, hasObjects: shape.hasObjects,
        others: shape.others)
    }
    return result
  }
}
