#if PostgreSQL
  import Testing

  @testable import PredicatePostgreSQL

  /// Dates as texts for the server.
  @Suite struct ServerDateTests {
    /// Dates for which the seconds times a million, as doubles, are less than the exact microseconds. The text has the exact microseconds.
    @Test(
      arguments: [
        (0, "2001-01-01 00:00:00.000000+00"), (1_000_001, "2001-01-01 00:00:01.000001+00"),
        (249, "2001-01-01 00:00:00.000249+00"), (-1_000_001, "2000-12-31 23:59:58.999999+00"),
        (ServerDate.range.lowerBound, "4714-11-24 00:00:00.000000+00 BC"),
      ] as [(Int64, String)])
    func microsecondsStay(microseconds: Int64, text: String) {
      #expect(ServerDate.text(of: ServerDate.seconds(microseconds)) == text)
    }

    /// The last whole second and infinite dates have texts. Dates beyond the server's range have none.
    @Test func theEndsOfTheRange() {
      #expect(ServerDate.text(of: 9_223_339_708_799) == "294276-12-31 23:59:59.000000+00")
      #expect(ServerDate.text(of: .infinity) == "infinity" && ServerDate.text(of: -.infinity) == "-infinity")
      for seconds in [9_223_339_708_800, -211_845_110_401, 1e13, -1e300, .nan] as [Double] {
        #expect(ServerDate.text(of: seconds) == nil, "\(seconds)")
      }
    }
  }
#endif
