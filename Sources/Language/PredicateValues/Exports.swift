// Constants, issues and limits are in every signature of this module.
@_exported import PredicateSyntax
