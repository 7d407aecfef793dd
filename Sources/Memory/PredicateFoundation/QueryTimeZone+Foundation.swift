import Foundation
import PredicateValues

extension QueryTimeZone {
  /// The zone with the name of a zone of Foundation.
  ///
  /// ```swift
  /// let options = BindingOptions(timeZone: QueryTimeZone(.current) ?? .utc)
  /// ```
  ///
  /// Nil if the system has no data for the zone. A zone with a fixed offset keeps it: `GMT+0200`.
  public init?(_ timeZone: TimeZone) { self.init(timeZone.identifier) }
}
