extension PhraseHabit {
  /// The constructs of other languages. A longer one precedes those that its parts are.
  static let all: [PhraseHabit] = sql + dates + spreadsheets + methods + none + changes

  private static let sql = [
    PhraseHabit("case when $any then $any2 when $any3 end", "TERNARY($any, $any2, case when $any3 end)"),
    PhraseHabit("case when $any then $any2 else $any3 end", "TERNARY($any, $any2, $any3)"),
    PhraseHabit("case when $any then $any2 end", "TERNARY($any, $any2, nil)"),
    PhraseHabit("cast ( $any as $name )", "CAST($any, $name:type)"),
    PhraseHabit("$path :: $name", "CAST($path, $name:type)"),
    PhraseHabit("exists ( select $any from $path )", "$path.@count > 0"),
    PhraseHabit("( select max ( $path ) from $entity )", "$entity:named.@max.$path"),
    PhraseHabit("( select min ( $path ) from $entity )", "$entity:named.@min.$path"),
    PhraseHabit("( select sum ( $path ) from $entity )", "$entity:named.@sum.$path"),
    PhraseHabit("( select avg ( $path ) from $entity )", "average($entity:named.@unionOfObjects.$path)"),
    PhraseHabit("( select count ( * ) from $entity )", "$entity:named.@count"),
    PhraseHabit("desc nulls last", "desc"),
    PhraseHabit("sort by $path asc nulls last", "sort by TERNARY($path == nil, 1, 0), $path"),
    PhraseHabit("sort by $path nulls last", "sort by TERNARY($path == nil, 1, 0), $path"),
    PhraseHabit("fetch first $number rows only", "limit $number"),
    PhraseHabit("fetch next $number rows only", "limit $number"),
    PhraseHabit("fetch first $number row only", "limit $number"),
    PhraseHabit("$path not between $number and $number2", "NOT $path:date.year BETWEEN {$number, $number2}$path:known"),
    PhraseHabit("$path between $number and $number2", "$path:date.year BETWEEN {$number, $number2}"),
    PhraseHabit("$path not between $bound and $bound2", "NOT $path BETWEEN {$bound:dated, $bound2:dated}$path:known"),
    PhraseHabit("$path between $bound and $bound2", "$path BETWEEN {$bound:dated, $bound2:dated}"),
    PhraseHabit("$path not in ( $any )", "NOT $path IN {$any}$path:known"),
    PhraseHabit("$path in ( $any )", "$path IN {$any}"),
    PhraseHabit("$path not like $text", "NOT $path LIKE$fold $text:stars$path:known"),
    PhraseHabit(
      "$path not ilike $text", "NOT $path LIKE[c] $text:stars$path:known", "NOT $path LIKE[c] $text$path:known"),
    PhraseHabit("$path like $text", "$path LIKE$fold $text:stars"),
    PhraseHabit("$path ilike $text", "$path LIKE[c] $text:stars", "$path LIKE[c] $text"),
    PhraseHabit("json_extract ( $path , $text )", "$path.$text:member"),
    PhraseHabit("$path - >> $text", "$path.$text:member"),
    PhraseHabit("$path is not null", "$path != nil"), PhraseHabit("$path is null", "$path == nil"),
    PhraseHabit("not exists $path", "$path:empty", "$path == nil"),
    PhraseHabit("exists $path", "$path.@count > 0", "$path != nil"),
    PhraseHabit("has $path", "$path.@count > 0", "$path != nil"),
    PhraseHabit(
      "$value * $path % $value2", "modulus:by:($value * $path, $value2)", notAfter: ["*", "/", "%"],
      notAfterUnary: ["-"], notBefore: ["**", "%", "["]),
    PhraseHabit(
      "$path % $value", "modulus:by:($path, $value)", notAfter: ["*", "/", "%"], notAfterUnary: ["-"],
      notBefore: ["**", "%", "["]),
    PhraseHabit("show $path distinct", "show distinct $path"),
    PhraseHabit("$path =~ $text", "$path MATCHES $text:whole"),
    PhraseHabit("$path ~ $text", "$path MATCHES $text:whole"),
    PhraseHabit("!==", "!="), PhraseHabit("===", "=="),
    PhraseHabit("$value ?? $value2", "coalesce($value, $value2)"),
    PhraseHabit("sort by - $path", "sort by $path desc"),
    PhraseHabit("show all", "", "$current"), PhraseHabit("return", "show"),
    PhraseHabit("$number", "$number:plain"),
    PhraseHabit("$text in $path", "ANY $path:titled == $text"),
  ]

  private static let dates = [
    PhraseHabit("extract ( $name from $path )", "$path.$name"),
    PhraseHabit("$path :: date", "$path.startOfDay"),
    PhraseHabit("interval $text", "$text:seconds"),
    PhraseHabit("datetime ( 'now' , $text )", "now() $text:offset"),
    PhraseHabit("datetime ( \"now\" , $text )", "now() $text:offset"),
    PhraseHabit("date ( 'now' , $text )", "now().startOfDay $text:offset"),
    PhraseHabit("date ( \"now\" , $text )", "now().startOfDay $text:offset"),
    PhraseHabit("datetime ( 'now' )", "now()"), PhraseHabit("date ( 'now' )", "now().startOfDay"),
    PhraseHabit("strftime ( '%Y-%m' , $path ) $sign $text", "$path.startOfMonth $sign $text:month"),
    PhraseHabit("strftime ( '%Y-%m-%d' , $path ) $sign $text", "$path.startOfDay $sign $text"),
    PhraseHabit("strftime ( $text , $path ) $sign $text2", "$path.$text:part $sign $text2:number"),
    PhraseHabit("$path . startOfHour", "format($path, \"yyyy-MM-dd HH:00\")"),
    PhraseHabit("$path . startOfMinute", "format($path, \"yyyy-MM-dd HH:mm\")"),
  ]

  private static let spreadsheets =
    calls("^ = countif ( $path , $value ) ^", "count $current where $path $value:criterion")
    + calls("^ countif ( $path , $value ) ^", "count $current where $path $value:criterion")
    + [PhraseHabit("^ = counta ( $path ) ^", "count $current where $path != nil")]
    + calls("sumif ( $path , $value , $path2 ) ^", "$current where $path $value:criterion show sum($path2)")
    + calls("averageif ( $path , $value , $path2 ) ^", "$current where $path $value:criterion show avg($path2)")
    + [
      PhraseHabit("^ = $any ^", "$any"), PhraseHabit("isblank ( $path )", "$path == nil"),
      PhraseHabit("isna ( $path )", "$path == nil"), PhraseHabit("isnull ( $path )", "$path == nil"),
    ]
    + calls("if ( $any , $any2 , $any3 )", "TERNARY($any, $any2, $any3)")
    + [PhraseHabit("iif ( $any , $any2 , $any3 )", "TERNARY($any, $any2, $any3)")]
    + calls("and ( $any , $any2 )", "($any AND $any2)") + calls("or ( $any , $any2 )", "($any OR $any2)")

  /// A function of a spreadsheet. Its arguments are separated by commas or, in some countries, by semicolons.
  private static func calls(_ pattern: String, _ form: String) -> [PhraseHabit] {
    [pattern, pattern.replacing(" , ", with: " ; ")].map { PhraseHabit($0, form) }
  }

  /// Methods of values.
  private static let methods =
    ["isEmpty", "is_empty", "empty?"].flatMap { name in
      [
        PhraseHabit("$path . \(name) ( )", "$path:empty", "$path == \"\""),
        PhraseHabit("$path . \(name)", "$path:empty", "$path == \"\""),
      ]
    }
    + ["count", "length", "size"].flatMap { name in
      [
        PhraseHabit("$path . \(name) ( )", "$path.@count", "length($path)"),
        PhraseHabit("$path . \(name)", "$path.@count", "length($path)"),
      ]
    }
    + ["len", "length", "size"].map { PhraseHabit("\($0) ( $path )", "$path.@count", "length($path)") }
    + [
      ("contains", "CONTAINS"), ("includes", "CONTAINS"), ("include?", "CONTAINS"), ("startswith", "BEGINSWITH"),
      ("start_with?", "BEGINSWITH"), ("hasprefix", "BEGINSWITH"), ("endswith", "ENDSWITH"), ("end_with?", "ENDSWITH"),
      ("hassuffix", "ENDSWITH"),
    ].flatMap { name, word in
      [
        PhraseHabit("$path . str . \(name) ( $text )", "$path \(word) $text"),
        PhraseHabit("$path . \(name) ( $text )", "$path \(word) $text", "ANY $path:titled == $text"),
      ]
    }
    + [("lower", "lowercase"), ("toLowerCase", "lowercase"), ("upper", "uppercase"), ("toUpperCase", "uppercase")]
    .flatMap { name, call in
      [
        PhraseHabit("$path . str . \(name) ( )", "\(call)($path)"),
        PhraseHabit("$path . \(name) ( )", "\(call)($path)"),
      ]
    }
    + [
      PhraseHabit("$path . isin ( [ $any ] )", "$path IN {$any}"),
      PhraseHabit("$path . between ( $value , $value2 )", "$path BETWEEN {$value, $value2}"),
      PhraseHabit("$path . isnull ( )", "$path == nil"), PhraseHabit("$path . isna ( )", "$path == nil"),
      PhraseHabit("$path . notnull ( )", "$path != nil"), PhraseHabit("$path . notna ( )", "$path != nil"),
      PhraseHabit("$path . nil?", "$path == nil"), PhraseHabit("$path . dt . $name", "$path.$name"),
      PhraseHabit("$path", "$path:dotted", "ANY $path:dotted"),
    ]

  /// The word `none` of Python, as no value.
  private static let none = [
    ("is not", "!="), ("is", "=="), ("==", "=="), ("=", "="), ("!=", "!="), ("<>", "!="),
  ].map { operation, sign in
    PhraseHabit("$path \(operation) none", "$path:wordless \(sign) nil", notBefore: [".", "("])
  }

  private static let changes = [
    PhraseHabit("^ remove $entity", "delete $entity"),
    PhraseHabit("^ set $entity [ $value ] $any ^", "update $entity[$value] set $any"),
    PhraseHabit("^ update $entity where $any set $any2 ^", "update $entity set $any2 where $any"),
    PhraseHabit("set $path += { $any }", "set $path = $path UNION {$any}"),
    PhraseHabit("set $path -= { $any }", "set $path = $path MINUS {$any}"),
    PhraseHabit("set $path += $value", "set $path = $path + $value"),
    PhraseHabit("set $path -= $value", "set $path = $path - $value"),
  ]
}
