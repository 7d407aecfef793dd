/// What the objects of a context share: the way back to it. Reading it costs less than reading a weak reference in each object.
final class ContextLink {
  /// The context; nil when it is gone. It clears the reference itself.
  unowned(unsafe) var context: ObjectContext?
  /// The classes of the context; nil when it is gone, and of an object that stands for its class.
  var classes: ClassTable?
  /// The attributes that properties of ``classes`` read.
  let cache = PropertyCache()
}
