// Exported, because every signature of this module uses constants, issues and limits.
@_exported import PredicateSyntax
