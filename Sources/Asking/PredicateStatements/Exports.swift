// `import PredicateStatements` exports the names of `import OpenPredicate` and this name (see Documentation/swift/names.md), and `Arrays` adds members to sequences. The parser and its trees
// are visible only inside this package.
@_exported import OpenPredicate
@_exported import struct PredicateModel.ResultTable
