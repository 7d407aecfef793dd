// `import PredicateFoundation` shows everything that `import OpenPredicate` shows, with the members that this target declares.
@_exported import OpenPredicate
