// `import PredicateFoundation` also shows everything that `import OpenPredicate` shows.
@_exported import OpenPredicate
