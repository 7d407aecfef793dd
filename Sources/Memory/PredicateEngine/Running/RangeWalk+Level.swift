import PredicateMemory
import PredicateReference
import PredicateValues

extension RangeWalk {
  /// The chunk of the elements of one step.
  final class Level {
    let child: ChunkFrame
    /// The row of the chunk before that each element belongs to.
    let owners: UnsafeMutablePointer<Int>
    /// The row of the outermost chunk that each element belongs to. In the first step it is the owner.
    let roots: UnsafeMutablePointer<Int>
    let mask: MaskWords
    let elements: UnsafeMutablePointer<UnsafeRawPointer>
    /// The views of the elements, where their types are unknown.
    let views: ViewColumn?
    /// The elements themselves, if they are copied.
    let copies: CopiedElements?
    private let source: CopySource?
    private let scratch: Scratch

    init(_ step: RangeNode.Step, _ before: ChunkFrame, isFirst: Bool, _ run: QueryRun) {
      scratch = run.scratch
      owners = scratch.takeColumn().assumingMemoryBound(to: Int.self)
      roots = isFirst ? owners : scratch.takeColumn().assumingMemoryBound(to: Int.self)
      child = ChunkFrame(
        variableCount: run.plan.counts.variables.count, siteCount: run.plan.counts.sites.count,
        undecided: scratch.takeMask(),
        parent: ChunkFrame.Parent(frame: before, owners: owners))
      mask = scratch.takeMask()
      elements = scratch.takeColumn().assumingMemoryBound(to: UnsafeRawPointer.self)
      var views: ViewColumn?
      var copies: CopiedElements?
      var source: CopySource?
      switch step.source {
      case .views:
        let column = scratch.takeViews()
        child.set(step.variable, .direct(column.views, stride: MemoryLayout<DynamicValue>.stride))
        views = column
      case .copies(_, _, let made, let areInstances):
        let room = scratch.takeCopies(made)
        // References are a list of the instances already.
        child.set(step.variable, areInstances ? .list(room.base) : .direct(room.base, stride: room.stride))
        copies = room
        source = made
      case .array, .set, .values: child.set(step.variable, .list(elements))
      }
      self.views = views
      self.copies = copies
      self.source = source
    }

    deinit {
      clear()
      scratch.give(UnsafeMutableRawPointer(elements))
      if roots != owners { scratch.give(UnsafeMutableRawPointer(roots)) }
      scratch.give(UnsafeMutableRawPointer(owners))
      scratch.give(mask)
      scratch.give(child.undecided)
      if let views { scratch.give(views, count: 0) }
      if let copies, let source { scratch.give(copies, source) }
    }

    /// Releases the memory and objects of the elements.
    func clear() {
      child.releaseColumns(scratch)
      views?.clear(count: child.count)
      copies?.clear(child.count)
      child.count = 0
    }
  }
}
