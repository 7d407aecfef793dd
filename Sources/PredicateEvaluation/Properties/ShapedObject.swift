import PredicateBinding
import PredicateValues

/// An object of which a shape says what can be read.
protocol ShapedObject: QueryObject {
  var shape: ObjectShape { get }
}

extension QueryObject {
  /// Why a property that the object does not give cannot be read; nil where the object has none of the name.
  func unreadableMember(named name: String) -> UnreadableMember? {
    if let object = self as? any ShapedObject { return object.shape.unreadableProperty(named: name) }
    return (self as? MirroredObject)?.unreadableMember(named: name)
  }
}
