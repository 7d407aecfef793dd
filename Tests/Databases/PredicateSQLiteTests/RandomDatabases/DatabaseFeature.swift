/// The features of random databases. The tests check that each occurs.
enum DatabaseFeature: String, CaseIterable, Hashable {
  // Keys.
  case integerPrimaryKey, intPrimaryKey, descendingIntegerKey, textKey, realKey, blobKey, uuidKey, dateKey, compositeKey
  case withoutRowID, noKey, uniqueColumns, nullableKey, collatedKey
  // Foreign keys.
  case selfReference, cycle, joinTable, joinTableWithColumns, joinTableWithDoubles, oneToOne, compositeForeignKey
  case foreignKeyOfOtherAffinity, foreignKeyOfOtherCollation, foreignKeyToUniqueColumns, implicitForeignKey, danglingKey
  case undeclaredForeignKey
  // Declared types.
  case integerColumn, realColumn, numericColumn, booleanColumn, dateColumn, uuidColumn, textColumn, blobColumn
  case undeclaredColumn, unknownType
  // Values.
  case oddValue, datesAsNumbers, uuidsAsBlobs, emptyTable, farRowNumbers
  // Constraints.
  case strict, check, defaultValue, virtualColumn, storedColumn, storedColumnOfStrictTable
  case collationNoCase, collationRTrim
  // Names.
  case keywordOfSQL, keywordOfPredicates, strangeName, nameOfTruth, emptyName, nameOfClause, namesThatDifferInCase
  // All objects of the schema except tables.
  case viewOfColumns, viewOfExpressions, viewOfJoin, viewOfUnion, viewOfAggregates
  case plainIndex, uniqueIndex, partialIndex, expressionIndex, descendingIndex, collatedIndex
  case statistics, forgedStatistics, trigger
  case utf16LittleEndian, utf16BigEndian, file
}
