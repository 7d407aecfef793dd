import PredicateBinding
import PredicateValues

/// A bound predicate with everything that running it over elements of one type needs. Immutable, so that many runs share it.
struct QueryPlan: Sendable {
  let bound: BoundPredicate
  /// Reads an element.
  let reader: any ValueReader
  /// From one element to the next.
  let stride: Int
  var limits: PredicateLimits
  /// The batch form; nil over dynamic values, which are walked from left to right.
  let node: BatchNode?
  /// What the rows of the variables are.
  let variables: [Int: BatchCompiler.VariableKind]
  /// Whether the elements are references.
  let areInstances: Bool
  /// How many conditions on a byte the node has.
  let identities: Int
  /// How many questions whether a value is in a collection it has.
  let memberships: Int
  /// What copies of elements touch.
  let references: ElementReferences
  /// Whether it may fail for some element, so that none may be asked about that need not be.
  let dependsOnOrder: Bool
  /// The form over dynamic values; nil for every other type, and where such values cannot be read where they lie.
  let dynamic: DynamicPlan?

  init(_ bound: BoundPredicate, reader: any ValueReader, element: any Any.Type, stride: Int, limits: PredicateLimits) {
    self.bound = bound
    self.reader = reader
    self.stride = stride
    self.limits = limits
    let root: BatchCompiler.VariableKind
    switch (bound.root, reader.kind) {
    case (.entity, .toOne(let type)): root = .object(ShapeRegistry.shape(of: type))
    case (.value, _): root = .value(element, reader)
    default:
      areInstances = false
      node = nil
      variables = [:]
      identities = 0
      memberships = 0
      references = ElementReferences(element, nil, readBy: bound.condition)
      dependsOnOrder = true
      dynamic = DynamicPlan(bound, element: element, reader: reader, limits: limits)
      return
    }
    areInstances = root.isInstance
    references = ElementReferences(element, root, readBy: bound.condition)
    var compiler = BatchCompiler(root: root, variableCount: bound.variableCount, limits: limits)
    node = compiler.node(bound.condition)
    variables = compiler.variables
    identities = compiler.identities
    memberships = compiler.memberships
    dependsOnOrder = bound.condition.facts.dependsOnOrder
    dynamic = nil
  }
}
