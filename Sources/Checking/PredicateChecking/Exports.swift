// The findings of a check name places in documents. Each import names one declaration, so that the readers of documents stay hidden.
@_exported import struct PredicateDocuments.DocumentIssue
@_exported import struct PredicateDocuments.MappedText
