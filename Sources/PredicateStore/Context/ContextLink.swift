/// What the objects of a context share: the way back to it.
final class ContextLink {
  /// The context; nil when it is gone.
  ///
  /// The context clears the reference itself, so that `unowned` never finds it gone. A `weak` reference in its place took 2 to 8 % longer for
  /// 100,000 new objects and their save. `unowned(unsafe)`, which does not check, was no quicker than `unowned` (`store-bench`).
  unowned var context: ObjectContext?
  /// The classes of the context; nil when it is gone, and of an object that stands for its class.
  var classes: ClassTable?
  /// The attributes that properties of ``classes`` read.
  let cache = PropertyCache()
}
