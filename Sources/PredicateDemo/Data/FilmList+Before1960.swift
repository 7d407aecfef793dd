extension FilmList {
  /// Films from the beginnings to the fifties.
  static let before1960 = #"""
    Le Voyage dans la Lune|1902|8.1|SciFi|classic,silent,space|Six astronomers land in the eye of the moon.
    The Great Train Robbery|1903|7.2|Western|silent|
    Das Cabinet des Dr. Caligari|1920|8.0|Horror|classic,silent|A showman, a sleepwalker, and not one straight wall.
    The Kid|1921|8.2|Comedy|classic,silent,family,comfort|A tramp brings up a child that nobody wanted.
    Nosferatu|1922|7.8|Horror|classic,silent,book|A count buys a house and brings the plague along.
    Sherlock Jr.|1924|8.1|Comedy|silent,comfort|A projectionist dreams himself into the film he shows.
    The Gold Rush|1925|8.1|Comedy|classic,silent|Boiled shoe for supper in the snow of the Klondike.
    Броненосец «Потёмкин»|1925|7.9|Drama|classic,silent,true story|A mutiny over rotten meat, and the steps of Odessa.
    The General|1926|8.0|Comedy|silent,war|An engine driver goes to war to get his engine back.
    Metropolis|1927|8.3|SciFi|classic,silent,city|Above the gardens, below the machines.
    La Passion de Jeanne d'Arc|1928|8.1|Drama|classic,silent,true story|A trial told in faces.
    M|1931|8.3|Noir|classic,city|Police and thieves hunt the same man.
    Frankenstein|1931||Horror|classic,book|It is alive.
    City Lights|1931|8.4|Romance|classic,silent,city,comfort|A tramp, a flower seller, and a friend by night only.
    Duck Soup|1933|7.6|Comedy|war|A small country gets a very bad prime minister.
    King Kong|1933|7.9|Adventure|classic,city|The tallest building meets the tallest suitor.
    It Happened One Night|1934|8.0|Romance|classic,road trip|An heiress, a reporter, and a bus with too few seats.
    Modern Times|1936|8.4|Comedy|classic,comfort,city|A man among cogwheels.
    La Grande Illusion|1937|8.0|War|classic,war|Officers, prisoners, and what they share across the lines.
    Snow White and the Seven Dwarfs|1937|7.6|Animation|family|
    Bringing Up Baby|1938|7.8|Comedy|comfort|Baby is a leopard.
    The Wizard of Oz|1939|8.1|Musical|classic,book,family,comfort|Grey at home, in colour over the rainbow.
    Citizen Kane|1941|8.3|Drama|classic|A reporter looks for the meaning of one word.
    The Maltese Falcon|1941|7.9|Noir|classic,book,city|Everybody wants the bird.
    Casablanca|1942|8.5|Romance|classic,war,Café|Letters of transit, a piano, and a fog at the airfield.
    Double Indemnity|1944|8.3|Noir|classic,book|An insurance salesman tells his own case to a machine.
    Laura|1944|7.9|Noir|rainy day|A detective falls for a portrait.
    Roma città aperta|1945|8.0|War|war,city,cannes|
    Brief Encounter|1945|8.0|Romance|rainy day,Café|Two strangers, a railway tea room, Thursdays.
    The Big Sleep|1946|7.9|Noir|book,rainy day,city|Nobody knows who killed the chauffeur.
    It's a Wonderful Life|1946|8.6|Drama|classic,comfort,family|An angel shows a man the town without him.
    Notorious|1946|7.9|Thriller||A key, a cellar, and the wrong bottle.
    Out of the Past|1947|8.0|Noir|cult|A filling station is no hiding place.
    Ladri di biciclette|1948|8.3|Drama|classic,city|Father and son look for a bicycle through all of Rome.
    The Red Shoes|1948|8.1|Musical|classic|
    The Third Man|1949|8.1|Noir|classic,city,cannes,Café|A friend is buried twice in a city with four masters.
    All About Eve|1950|8.2|Drama|classic|Fasten the seat belts.
    Sunset Blvd.|1950|8.4|Noir|classic|A dead man in a swimming pool explains how he got there.
    羅生門|1950|8.2|Mystery|classic|Four people tell one crime, and each tells another.
    Singin' in the Rain|1952|8.3|Musical|classic,comfort,rainy day,family|Silent stars learn to speak.
    High Noon|1952|8.0|Western|classic|One man watches the clock.
    生きる|1952|8.3|Drama|city|A clerk with six months to live builds a playground.
    東京物語|1953|8.2|Drama|classic,city|Old parents visit children who have no time.
    Roman Holiday|1953|8.0|Romance|comfort,city|A princess takes a day off.
    Les Vacances de Monsieur Hulot|1953|7.4|Comedy|comfort|
    Le Salaire de la peur|1953|8.1|Thriller|book,road trip,cannes|Four men, two lorries, a load that must not shake.
    七人の侍|1954|8.6|Action|classic,war|Seven swordsmen defend a village for a bowl of rice.
    ゴジラ|1954|7.5|SciFi|cult,city|
    Rear Window|1954|8.5|Thriller|classic,city|A broken leg, a lens, and a neighbour with a saw.
    পথের পাঁচালী|1955|8.2|Drama|classic,book,cannes|A boy, his sister, and the train beyond the field.
    The Night of the Hunter|1955|8.0|Noir|cult,book|LOVE on one hand, HATE on the other.
    The Searchers|1956|7.8|Western|classic|
    Det sjunde inseglet|1957|8.1|Drama|classic,cannes|A knight plays chess against Death.
    12 Angry Men|1957|9.0|Drama|classic|One juror asks for time.
    Vertigo|1958|8.2|Mystery|classic,book,city|He makes one woman over into another.
    Some Like It Hot|1959|8.2|Comedy|classic,comfort,road trip|Nobody is perfect.
    North by Northwest|1959|8.3|Thriller|classic,road trip|A man is mistaken for someone who does not exist.
    Les Quatre Cents Coups|1959|8.1|Drama|cannes,city|A boy runs until he meets the sea.
    """#
}
