// `CheckFinding` and other public types use these types for ranges in documents. Each import names one declaration, so that the readers of documents
// stay hidden.
@_exported import struct PredicateDocuments.DocumentIssue
@_exported import struct PredicateDocuments.MappedText
