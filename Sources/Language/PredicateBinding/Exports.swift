// Exported, because every signature of this module uses values and their types.
@_exported import PredicateValues
