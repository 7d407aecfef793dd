// `import PredicateStatements` shows this name of Documentation/swift/names.md and the members of sequences that `Arrays` declares. The parser and its
// trees are for this package.
@_exported import struct PredicateModel.ResultTable
