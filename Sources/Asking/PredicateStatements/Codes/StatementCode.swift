/// A code that is neither one of the language nor one of a profile, with its meaning: a code of statements, commands, databases, policies, objects or
/// records. Some codes have a wrong text and a right text for the demo database.
///
/// ```swift
/// StatementCode.of("not-grouped")?.right  // Movie group by genre show genre, max(title)
/// ```
package struct StatementCode {
  package let code: String
  /// What the code means, as a sentence.
  package let meaning: String
  /// A text with the code; nil for a code that depends on the data or on the session.
  package let wrong: String?
  /// A similar text without the code; nil without a wrong one.
  package let right: String?

  /// All codes, in the order of the documentation page.
  package static let all: [StatementCode] = (table + "\n" + libraries).split(separator: "\n").map { line in
    let parts = line.split(separator: "|").map { StatementText.trimmed(Array($0.utf8)) }
    return StatementCode(
      code: parts[0], meaning: parts[1], wrong: parts.count > 3 ? parts[2] : nil,
      right: parts.count > 3 ? parts[3] : nil)
  }

  /// The code with a name; nil for another name.
  package static func of(_ name: String) -> StatementCode? { all.first { $0.code == name } }

  /// The codes of statements and commands. One line per code: the code, its meaning, a wrong text, a right text.
  private static let table = """
    unknown-entity | No entity has this name. | Films | Movie
    no-entity | The database has no tables, so there is no entity.
    sql-statement | The text is SQL. The hint has a statement that finds the same rows, if there is one. | select title from Movie | Movie show title
    command-dot | The text is a command without its dot, or the command of another program. | tables | .tables
    unknown-command | No command has this name. | .tabels | .tables
    command-argument | An argument of a command is missing or has a wrong form. | .help nothing | .help group
    unexpected-clause | A word is not a clause, or follows a condition that is not complete. | Movie where year > 1990 title | Movie where year > 1990 show title
    repeated-clause | A clause is in the statement twice. | Movie limit 3 limit 4 | Movie limit 3
    clause-number | limit, offset and first take a whole number. | Movie limit few | Movie limit 3
    condition-expected | where and having take a condition. | Movie where | Movie where year > 1990
    show-column | show takes values. | Movie show | Movie show title
    show-name | as takes a name. | Movie show year as | Movie show year as y
    group-by | The syntax is: group by KEY. | Movie group genre | Movie group by genre
    group-key | group by takes a value. An object without a key cannot be a key of groups. | Movie group by | Movie group by genre
    group-to-many | A collection cannot be a key of groups. group by each makes a group for each element. | Movie group by tags | Movie group by each tags as t
    group-each | each takes a collection. | Movie group by each genre as g | Movie group by genre
    each-place | The word each can only follow group by. | Movie show each tags | Movie group by each tags as t
    not-grouped | The objects of a group, or all objects without group by, can have different values of this property, so the row has no single value. | Movie group by genre show title | Movie group by genre show genre, max(title)
    having-without-groups | having is a condition on groups. | Movie having year > 1990 | Movie where year > 1990
    aggregate-key | An aggregate is computed from groups, so it cannot be a key of groups. | Movie group by max(year) | Movie group by genre having max(year) > 1990
    aggregate-nested | An aggregate is computed from objects, and not from another aggregate. | Movie group by genre show max(min(year)) | Movie group by genre show max(year)
    aggregate-to-many | An aggregate of a group takes one value of each object, and not a collection.
    aggregate-type | The aggregate does not take values of this type. | Movie group by genre show sum(title) | Movie group by genre show sum(year)
    aggregate-constant | An argument of an aggregate has to be the same for all groups. | Movie group by genre show percentile(year, rating) | Movie group by genre show percentile(year, 0.9)
    aggregate-without-key | @sum, @avg, @min and @max need a property. | Movie group by genre show @max | Movie group by genre show @max.year
    sort-by | The syntax is: sort by KEY. | Movie sort year | Movie sort by year
    sort-key | sort by takes a value. | Movie sort by | Movie sort by year
    sort-type | Objects and collections have no order. | Movie sort by tags | Movie sort by tags.@count
    sort-options | The options of a sort key are letters. | Movie sort by title[x] | Movie sort by title[c]
    distinct-order | With distinct, a statement can be sorted only by columns that it shows. | Movie show distinct genre sort by year | Movie show distinct genre sort by genre
    first-key | first … of each takes a key. | Movie sort by year first 1 of each | Movie sort by year first 1 of each genre
    first-words | The syntax is: first NUMBER of each KEY. | Movie sort by year first 1 each genre | Movie sort by year first 1 of each genre
    window-order | A statement with rank needs sort by. | Movie show title, rank | Movie show title, rank sort by year
    window-running | running takes count, sum, avg, min or max. | Movie show running median(year) | Movie show running max(year)
    window-nested | running, previous, next and total cannot contain one another. | Movie show total(running sum(year)) | Movie show running sum(year)
    window-place | A condition cannot read values of other rows. | Movie where previous year > 1990 | Movie show previous year
    window-distinct | With distinct, a row has no previous or next row. | Movie show distinct previous year | Movie show previous year
    variable-assignment | The syntax is: $NAME = VALUE. | .let least 9 | .let $least = 9
    change-entity | insert, update and delete take an entity. | delete | delete Tag where id == 1
    change-member | A property is expected. | update Tag set 3 = 4 | update Tag set name = "x" where id == 1
    change-sign | A single = sets a property. | update Tag set name == "x" | update Tag set name = "x" where id == 1
    change-value | A value is missing. To remove the value of a property, write nil. | update Tag set name = | update Tag set name = "x" where id == 1
    change-word | A required word of the statement is missing. | update Tag name = "x" | update Tag set name = "x" where id == 1
    change-row | insert in the form of SQL needs as many values as names. | insert into Tag (name) values ("a", 3) | insert into Tag (name) values ("a")
    change-bracket | A query that is used as a value is written (ENTITY where CONDITION), perhaps with sort by and limit. | update Movie set lentToFriend = (Friend where id == 1 offset 2) | update Movie set lentToFriend = (Friend where id == 1) where id == 1
    change-end | A statement that changes data has no clause except where. | delete Tag where id == 1 limit 1 | delete Tag where id == 1
    change-type | The property holds values of another type. | update Movie set year = "late" where id == 1 | update Movie set year = 1999 where id == 1
    change-key | The key of an object cannot be changed. | update Tag set id = 1000 where id == 1 | update Tag set name = "x" where id == 1
    change-unreadable | The condition or a new value of a change reads a stored value of another type. Such a value reads as nil, and the change would lose it.
    change-refused | The object refuses the change, and the message gives the reason.
    division-by-zero | A new value is nil because of a division by 0. | update Movie set rating = 1 / 0 where id == 1 | update Movie set rating = 1 / 2 where id == 1
    no-object | No object has this key or meets the condition of this value. | update Movie set lentToFriend = Friend[99999] where id == 1 | update Movie set lentToFriend = Friend[1] where id == 1
    many-objects | A relationship to one object cannot take several objects. | update Movie set lentToFriend = (Friend where id < 3) where id == 1 | update Movie set lentToFriend = Friend[1] where id == 1
    shared-object | An object can have only one owner, and the statement gives it to several. | update Friend set lentMovies = (Movie where id < 4) | update Friend set lentMovies = (Movie where id < 4) where id == 1
    late-where | The previous statement ran for all objects, because its condition was entered as a separate statement.
    delete-denied | A delete rule forbids to delete the object while others refer to it.
    not-confirmed | The statement changes many objects, and the shell can ask for confirmation only at a terminal. With --yes it does not ask.
    read-only | The database is open for reading. --write opens it for writing.
    dry-run | .import cannot run with --dry-run, because it writes while it reads the file.
    not-saved | An object has a value that cannot be saved. Nothing is saved, and the changes stay.
    unsaved-changes | The command would lose changes. .commit saves them, .revert drops them.
    unsaved-undo | .undo took back a saved change, but .commit has not saved the undoing yet.
    no-undo | There is no statement to take back.
    no-redo | .redo has nothing to repeat: no statement was undone, or another statement changed data after .undo.
    no-statement | The command is about the last statement, and there is none.
    no-answer | The command is about the last answer, and there is none.
    answer-not-kept | The last answer has too many rows to be kept.
    no-predicate | The statement has no condition. | .why 1 Movie | .why 1 year > 1990
    no-row | The last answer has no row with this number.
    no-walk | The path of .go needs an object to start from.
    no-relationship | The property is a value, and not an object.
    leads-to-none | The relationship has no object.
    walk-of-many | The relationship has many objects, and the next name needs a single object.
    objects-without-key | The objects have no key, so .go cannot follow their relationships.
    row-is-no-object | The row is a group, and not an object.
    object-gone | The object was deleted.
    unwalkable | No statement can find these objects.
    nothing-to-draw | The answer has no numbers.
    unknown-column | The answer has no column with this name.
    unknown-attribute | The entity has no attribute with this name. | .type Movie.yaer integer | .type Movie.year integer
    type-fits-no-value | No value of the attribute has this type.
    unknown-saved-query | No statement is saved under this name.
    unknown-parameter | The saved statement has no variable with this name.
    parameter-missing | The saved statement needs a value for a variable.
    parameter-value | The value of a variable must be a constant.
    verify-size | The database has too many rows to compute the answer in memory.
    file | The system cannot open or write the file.
    file-exists | The file exists. --force replaces it.
    export-name | The ending of the file's name does not belong to a known format.
    export-write | A command that makes a file needs --write.
    read-depth | Files contain too many .read commands inside one another.
    line-length | A line of a file is too long.
    import-columns | The columns of the file do not fit the entity.
    import-empty | The file has no records.
    import-records | Some records do not fit, so nothing was imported. With --skip, .import leaves out these records and imports the others.
    import-value | A value of the file does not fit the attribute.
    import-view | Rows cannot be written into a view.
    core-data-import | An import would make a store of Core Data invalid. The statement insert keeps the store valid.
    constraint | The database refuses a record.
    xml | The file is not XML.
    sql | The database does not understand the SQL of .raw. The message comes from the database. | .raw SELECT titel FROM Movie | .raw SELECT title FROM Movie
    sql-writes | .raw runs only SQL that reads. | .raw DELETE FROM Movie | .raw SELECT * FROM Movie
    sql-several | .raw runs one statement. | .raw SELECT 1; SELECT 2 | .raw SELECT 1
    sql-parameter | The SQL has a parameter, and .raw has no value for it. | .raw SELECT * FROM Movie WHERE year > ? | .raw SELECT * FROM Movie WHERE year > 1990
    count-entity | A note: an entity has the name of the word count. A name in quotes is the entity.
    number-with-comma | A note: a comma inside a number separates two columns. Write a decimal point.
    column-of-all-objects | A note: the name of an entity is a list of all its objects, and each row has this list.
    average-of-nil | A note: @avg counts nil as 0, and the mean of no elements is 0. average(…) ignores nil.
    constant-comparison | Two constants are compared, so the result is the same for each object. Write the name of a property without quotes. If a property has the name of a constant, write # before the name: #no. In update and delete, a comparison of two constants is an error.
    values-of-another-type | A note: a column has values that are not of the attribute's type. Conditions and answers read these values as nil.
    keys-not-shown | A note: the keys of the groups are not shown, so the rows do not name their groups.
    date-in-json | A note: a text in JSON has no year or month. The hint shows the CAST that reads the text as a date.
    cast-of-text | A note: CAST gives nil for some texts of the column, and the message shows one of these texts.
    nil-equals-nil | A note: a comparison of two properties also finds objects without both. The hint shows how to exclude these objects.
    position-zero | A note: substring is called with the position 0, but the first letter has the position 1.
    case-of-letters | A note: more objects match if the comparison ignores upper and lower case. The hint proposes the option [c].
    difference-of-dates | A note: a difference of two dates is a number of seconds. The hint proposes another unit.
    seconds-of-date | A note: a small number that is added to a date, or subtracted from it, is a number of seconds. The hint shows how to add the same number of days.
    unquoted-day | A note: a day without quotes, such as 2020-01-31, is a subtraction of numbers. If the day can be a text there, the hint contains the day in quotes.
    constant-column | A text in quotes is a constant, so each row has the same value. Write the name of a property without quotes. If a property has the name of a constant, write # before the name: #no. A text in single quotes stays a text. In insert and update, the name of a column in double quotes is an error.
    """

  /// The codes of databases, policies, objects and records, which applications may get. The format is that of `table`.
  private static let libraries = """
    file-missing | No file exists at the path.
    is-directory | The path names a directory.
    not-a-database | The file is not a database.
    damaged | The file is a database that is damaged: cut off, or overwritten in places.
    locked | Another process is writing to the database.
    unfinished-write | Another process ended in the middle of a write, which must be undone first. Open the file for writing, so that the database can undo the write.
    not-permitted | The system does not allow reading or writing the file.
    unusable-schema | The tables do not form a model, or they do not fit the given model.
    schema-changed | A table or column that existed when the database was opened does not exist any more.
    unreachable | The server does not exist, or does not accept connections at the moment.
    disconnected | The connection to the server ended.
    timed-out | The statement took longer than its time limit.
    failed | The database reported an error without a code in this list; the message comes from the database.
    sql-unsupported | The database has no SQL for a construct. A fetch can evaluate the condition in memory, but a request in the database's own library cannot.
    sql-joins | The predicate needs more tables than one SELECT can join.
    sql-size | The predicate is too deep or too large for the database.
    sql-model | The model of the database does not have the name: the condition was bound to another model.
    sql-no-key | The rows have no integer key that identifies them.
    nul-argument | A text with a NUL cannot be an argument of the database's driver, which ends a text at a NUL.
    no-key | The rows have no key, so memory cannot compare them or follow their relationships.
    no-inverse | A relationship without an inverse cannot be followed in memory.
    no-entity-of-table | No entity of the model has the table of the request.
    unreadable-table | The rows of the table cannot be read.
    function-not-registered | The database connection does not know a function of the application. The function must be registered on the connection first.
    former-place | The statement was stored by a version in which a number in brackets meant a position. Now it means a key. Store it again.
    surplus-variable | A value is given for a variable that the predicate does not have. One of the two names is probably misspelt.
    change | The text changes data, and an array can only be read.
    command | Commands such as `.tables` work only in the shell, not in `fetch` of an array.
    computed-rows | The statement computes rows, but the called function returns elements. Use fetch(_:), which returns rows.
    unreadable-elements | The elements have a type that predicates cannot read.
    unordered-sort-key | A sort key needs numbers, strings, dates or other values with an order.
    unnamed-key-path | A key path of Swift has no name in the type's property table.
    no-equal | The sort key, predicate or expression has no counterpart in Foundation.
    policy-construct | The policy does not allow the operator or the construct.
    policy-cost | The predicate would take too much work for each object.
    policy-work | Evaluating the predicate takes more steps than the policy allows for a call.
    cancelled | The task that evaluated the predicate under a policy was cancelled.
    policy-object | The policy allows the properties of an object, but not the object itself as a value.
    policy-entity | The policy allows no property of the entity.
    policy-kind | A subtype of the entity has its own rule or is hidden, so not all objects of the entity can be read.
    policy-mistake | The policy names a type, a property or a function that does not exist, or has two lists of names for a type. Every text causes this error, because the policy of the application is wrong.
    policy-rule | A rule of the policy does not fit the entity, or fails for an object. The message does not reveal the rule.
    policy-variable | A variable holds a list or a dictionary with an object in it. A policy cannot check objects inside lists and dictionaries.
    policy-without-table | A policy needs the property table of a type, but the type has none.
    policy-groups | A policy applies only to fetches of objects, but the fetch returns groups.
    abstract-entity | The entity is abstract: only entities that inherit from it have objects.
    unknown-member | The entity has no attribute or relationship with this name.
    unknown-template | The model has no fetch template with this name.
    wrong-type | The value does not have the attribute's type, or the object does not belong to the relationship's entity.
    class-mismatch | A property of a class does not agree with the model.
    unchangeable | The storage of the entity or the relationship does not allow changing its objects.
    unreadable | The storage of a relationship does not allow reading its objects, or a predicate cannot be read.
    computed | The table computes the attribute's value itself.
    out-of-bounds | An index is outside of an ordered relationship.
    deleted | The object was deleted in this context.
    row-missing | The object's row was deleted from the database.
    other-context | The object belongs to another context, or its context was freed.
    unreadable-object | A condition in memory needs an object that cannot be read. The message has the reason.
    missing-value | A required attribute or relationship has no value.
    too-few | A relationship has too few objects.
    too-many | A relationship has too many objects.
    invalid | An object does not meet a condition of the model or of validate.
    not-unique | Another object has the same values, and the model requires unique ones.
    denied | A delete rule forbids to delete the object.
    conflict | Another process changed or deleted the row.
    refused | The tables of the database refuse the row.
    ambiguous | In the new model, a name is missing and a similar name is new. Write renaming(…) or removing(…) in the migration.
    type-change | The type of an attribute has changed, and the migration does not say how to convert its values.
    shared-table | Entities of several former tables share one table in the new model, and their keys would collide.
    other-tables | The tables of the file differ from those of its former model.
    unknown-name | A migration names an entity or a property that no model has.
    record-length | A record of a stream is longer than the limit.
    cell-count | A line has more or fewer cells than the first line.
    cell-type | A cell does not have the type that its column has in the other lines.
    open-quote | A cell begins with a quote, and no quote closes the cell.
    text-behind-quote | Text follows the quote that closes a cell.
    encoding | The text is not UTF-8.
    json-end | The JSON ends inside a value.
    json-character | The JSON has a character that is not valid in its place.
    json-trailing-text | Text follows the JSON.
    json-escape | A text of the JSON has an escape that JSON does not have.
    json-surrogate | A text has an escape for the first half of a surrogate pair (D83D) without one for the second half (DE00), or the reverse.
    json-encoding | The JSON is not UTF-8.
    json-number-range | A number of the JSON is beyond the range of a double.
    json-depth | Arrays and objects of the JSON are nested deeper than the limit.
    json | An argument that a program in another language passed is not the expected JSON.
    missing | A program in another language did not pass a required argument.
    options | A program in another language passed an unknown option, or an option of the wrong type.
    not-tried | predicate match cannot evaluate this kind of query, such as a query of Spotlight.
    unknown-profile | The settings of the language server name a profile that does not exist.
    finding-limit | A note: the document has more findings than the language server shows.
    file-size | The file to be saved would be too large. predicate --mode csv writes files of any size.
    """
}
