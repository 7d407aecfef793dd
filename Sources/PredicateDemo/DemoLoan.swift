/// A loan of the demo, before it is a row.
struct DemoLoan {
  /// The film's id.
  let movie: Int
  /// The friend's id.
  let friend: Int
  /// Seconds since 2001.
  let lentOn: Double
  /// Seconds since 2001; nil while the film is out.
  let returnedOn: Double?
  /// What was noted.
  let note: String?
}
