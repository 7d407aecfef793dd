import Foundation

/// Invented banks: name, city, state, zip, the day of closing.
let closedBanks = """
  Alder Valley Bank|Salem|OR|97301|2023-05-12
  Bluewater Trust|Astoria|OR|97103|2019-10-25
  Canyon Savings Bank|Moab|UT|84532|2021-02-05
  Cedar Point Community Bank|Sandusky|OH|44870|2018-08-17
  Copper State Bank|Bisbee|AZ|85603|2022-11-04
  Dorset Harbor Trust|Camden|ME|04843|2020-04-03
  Eastfield National Bank|Salem|MA|01970|2024-01-19
  First Bank of Lindow|Lindow|IA|50001|2017-12-15
  First Harvest Savings Bank|Wahoo|NE|68066|2020-10-16
  First Prairie Trust|Abilene|KS|67410|2016-05-06
  Goldenrod Bank|Lincoln|NE|68508|2021-09-24
  Granite Street Bank|Barre|VT|05641|2018-03-09
  Heron Lake Savings Bank|Heron Lake|MN|56137|2022-06-10
  Ironwood Bank|Bessemer|MI|49911|2015-07-10
  Juniper Community Bank|Bend|OR|97701|2024-07-26
  Kestrel Bank & Trust|Tulsa|OK|74103|2019-05-31
  Larkspur National Bank|Larkspur|CO|80118|2023-10-06
  Meadow Creek Bank|Ames|IA|50010|2020-02-14
  Northgate Savings Bank|Duluth|MN|55802|2017-04-28
  Old Mill Bank|Salem|OR|97302|2022-03-18
  Pinnacle River Bank|Cairo|IL|62914|2021-11-12
  Quarry Hill Trust|Berea|OH|44017|2016-09-23
  Redstone Valley Bank|Sedona|AZ|86336|2018-12-07
  Saltmarsh Bank|Rockland|ME|04841|2023-08-04
  Tamarack Trust|Ely|MN|55731|2019-01-11
  Union Bank of Orrin|Orrin|ND|58368|2015-10-02
  """

extension BankList {
  /// Adds the invented banks and saves them.
  func addClosedBanks() throws {
    for line in closedBanks.split(separator: "\n") {
      let fields = line.split(separator: "|").map(String.init)
      try add(
        fields[0], city: fields[1], state: fields[2], zip: fields[3], closedOn: Date(fields[4], strategy: day))
    }
    try context.save()
  }
}
