/// The films of the demo database: title, year, rating, genre, tags, description.
enum FilmList {
  /// All films in the order of their ids.
  ///
  /// - Throws: ``DemoDataIssue``.
  static func films() throws(DemoDataIssue) -> [DemoFilm] {
    try films(in: [before1960, from1960To1989, since1990].joined(separator: "\n"))
  }

  /// The films of a list.
  ///
  /// - Throws: ``DemoDataIssue``.
  static func films(in text: String) throws(DemoDataIssue) -> [DemoFilm] {
    var films: [DemoFilm] = []
    for row in try DemoText.rows(of: text, fields: 6) {
      let genre = try row.text(3, "genre")
      guard DemoFilm.genres.contains(genre) else { throw .genre(line: row.line, text: genre) }
      films.append(
        DemoFilm(
          title: try row.text(0, "title"), year: try row.integer(1, "year"),
          rating: try row.optionalDouble(2, "rating"),
          genre: genre, summary: row.optionalText(5), tags: try tags(of: row)))
    }
    return films
  }

  private static func tags(of row: DemoText.Row) throws(DemoDataIssue) -> [Int] {
    var tags: [Int] = []
    for name in row.fields[4].split(separator: ",").map(String.init) {
      guard let index = TagList.names.firstIndex(of: name), !tags.contains(index + 1) else {
        throw .tag(line: row.line, text: name)
      }
      tags.append(index + 1)
    }
    return tags.sorted()
  }
}

extension FilmList {
  /// Films up to the 1950s.
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

extension FilmList {
  /// Films of the 1960s, 1970s and 1980s.
  static let from1960To1989 = #"""
    Psycho|1960|8.5|Horror|classic,book|A shower, a mother, and a car that will not sink.
    La dolce vita|1960|8.0|Drama|cannes,city,Café|
    À bout de souffle|1960|7.7|Crime|classic,city|A thief, an American, and cuts where none should be.
    Plein soleil|1960|7.7|Thriller|book|He borrows a friend's life.
    The Apartment|1960|8.3|Romance|classic,city|A clerk lends out his key.
    Breakfast at Tiffany's|1961|7.5|Romance|book,city,comfort|
    Lawrence of Arabia|1962|8.3|Adventure|classic,true story,war|A match goes out, and the sun rises over the desert.
    La Jetée|1962|8.2|SciFi|cult|A love story in still pictures, with one that moves.
    8½|1963|8.0|Drama|classic|A director has everything except a film.
    The Birds|1963|7.6|Horror|book|They gather on the climbing frame, one by one.
    Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb|1964|8.4|Comedy|classic,war,book|
    Les Parapluies de Cherbourg|1964|7.8|Musical|cannes,rainy day|Every word is sung, the price of petrol too.
    Mary Poppins|1964|7.8|Musical|family,book|
    Persona|1966|8.1|Drama||A nurse talks, an actress listens, and they change places.
    Андрей Рублёв|1966|8.0|Drama|true story|A boy casts a bell without knowing the secret.
    Il buono, il brutto, il cattivo|1966|8.8|Western|classic,war|Three guns and one grave full of gold.
    Bonnie and Clyde|1967|7.7|Crime|true story,road trip|
    The Graduate|1967|8.0|Comedy|book|Plastics.
    Playtime|1967|7.8|Comedy|city|A man gets lost in glass and steel.
    2001: A Space Odyssey|1968|8.3|SciFi|classic,space,book|From a bone to a ship in one cut, and a machine that sings.
    Rosemary's Baby|1968|8.0|Horror|book,city|
    C'era una volta il West|1968|8.5|Western|classic|A man with a harmonica waits for a train.
    Night of the Living Dead|1968|7.8|Horror|cult|
    M*A*S*H|1970|7.4|Comedy|war,book,cannes|Surgeons behave badly three miles from the front.
    Harold and Maude|1971|7.9|Comedy|cult|He is twenty, she is seventy-nine, they meet at funerals.
    A Clockwork Orange|1971|8.2|SciFi|cult,book|
    The Godfather|1972|9.2|Crime|classic,book|A wedding, a horse's head, and a son who wanted no part in it.
    Солярис|1972|7.9|SciFi|space,book,cannes|An ocean sends the dead back to those who miss them.
    What's Up, Doc?|1972|7.6|Comedy|comfort|Four plaid bags, one hotel corridor.
    The Exorcist|1973|8.1|Horror|book|
    Chinatown|1974|8.1|Noir|classic,city|Follow the water.
    Ο Θίασος|1975|7.8|Drama||Actors cross Greece with one play and fourteen years of history.
    Jaws|1975|8.1|Thriller|book|They need a larger boat.
    One Flew Over the Cuckoo's Nest|1975|8.7|Drama|classic,book|
    Monty Python and the Holy Grail|1975|8.2|Comedy|cult,comfort|Knights without horses, a rabbit with teeth.
    Taxi Driver|1976|8.2|Crime|cannes,city,rainy day|A driver who cannot sleep wants a rain to wash the streets.
    Star Wars|1977|8.6|SciFi|classic,space,family|A farm boy, a princess, a rogue, and a very large weapon.
    Close Encounters of the Third Kind|1977|7.6|SciFi|space|Five notes and a mountain of mashed potato.
    Alien|1979|8.5|Horror|classic,space,cult|Seven people and a cat answer a signal.
    Сталкер|1979|8.1|SciFi|cult,book|A guide leads two men to a room that grants wishes.
    Apocalypse Now|1979|8.4|War|classic,war,cannes,book|Up the river.
    Monty Python's Life of Brian|1979|8.0|Comedy|cult|
    The Shining|1980|8.4|Horror|classic,book|A writer looks after an empty hotel with his family.
    Airplane!|1980|7.7|Comedy|comfort|Do not have the fish.
    Raging Bull|1980|8.1|Drama|true story|
    Raiders of the Lost Ark|1981|8.4|Adventure|classic|Snakes. Why did it have to be snakes?
    Das Boot|1981|8.4|War|war,book|Fifty men in a steel tube, and the depth gauge turns.
    Blade Runner|1982|8.1|SciFi|classic,cult,book,city,rainy day|Rain on neon, and four who want more life.
    E.T. the Extra-Terrestrial|1982|7.9|SciFi|family,space|He phones home.
    Sans soleil|1983|7.7|Documentary||Letters from a cameraman, read by a woman.
    Stop Making Sense|1984|8.6|Documentary|cult|It begins with one man, a guitar and a tape player.
    Paris, Texas|1984|8.1|Drama|cannes,road trip|A man walks out of the desert and says nothing.
    Amadeus|1984|8.4|Drama|classic,true story|A good composer hears a great one laugh.
    Ghostbusters|1984|7.8|Comedy|city,comfort|
    乱|1985|8.2|War|war,book|A lord divides his land between three sons.
    Back to the Future|1985|8.5|SciFi|classic,family,comfort|A car, a clock tower, and parents who have yet to kiss.
    "Crocodile" Dundee|1986|6.6|Comedy|city|That is a knife.
    'Round Midnight|1986|7.4|Musical|city,Café|An old saxophonist finds one listener in Paris.
    Der Himmel über Berlin|1987|7.9|Fantasy|cannes,city,Café|Angels in overcoats listen in the library.
    Withnail & I|1987|7.6|Comedy|cult,rainy day|Two actors go on holiday by mistake.
    The Princess Bride|1987|8.0|Fantasy|family,book,comfort,cult|A grandfather reads to a boy who hates kissing.
    *batteries not included|1987|6.7|SciFi|family,city|
    Out of Rosenheim (Bagdad Café)|1987|7.5|Comedy|Café,road trip|A rosary of coffee, magic tricks and one thermos.
    Die Hard|1988|8.2|Action|classic,city|A policeman without shoes.
    となりのトトロ|1988|8.1|Animation|classic,family,comfort,rainy day|Two sisters, a bus stop, a very large friend.
    Nuovo Cinema Paradiso|1988|8.5|Drama|cannes,comfort|All the kisses that the priest had cut.
    火垂るの墓|1988|8.5|Animation|war,book|
    Do the Right Thing|1989|8.0|Drama|city,cannes|The hottest day of the year on one block.
    When Harry Met Sally...|1989|7.7|Romance|city,comfort,Café|Twelve years until New Year's Eve.
    """#
}

extension FilmList {
  static let since1990 = #"""
    Goodfellas|1990|8.7|Crime|classic,true story,book|As far back as he can remember.
    The Silence of the Lambs|1991|8.6|Thriller|classic,book|A trainee asks a prisoner for help, and pays in memories.
    Thelma & Louise|1991|7.6|Adventure|road trip|
    Terminator 2: Judgment Day|1991|8.6|Action|classic|
    Reservoir Dogs|1992|8.3|Crime|cult|Eight men, one job, and nobody tips.
    Groundhog Day|1993|8.1|Comedy|classic,comfort|Six in the morning, the same song, again.
    Jurassic Park|1993|8.2|Adventure|book,family|A glass of water trembles.
    Schindler's List|1993|9.0|Drama|classic,war,true story,book|
    Léon|1994|8.5|Crime|cult,city|A killer, a girl, and a plant without roots.
    Pulp Fiction|1994|8.9|Crime|classic,cult,cannes,Café|Breakfast, a watch, a briefcase that glows.
    重慶森林|1994|8.0|Romance|city,cult|Two policemen, a snack bar, and pineapple with a date on it.
    The Shawshank Redemption|1994|9.3|Drama|classic,book|A small hammer and a lot of time.
    The Lion King|1994|8.5|Animation|family|
    Before Sunrise|1995|8.1|Romance|city,Café|Two strangers leave the train in Vienna.
    Se7en|1995|8.6|Thriller|city,rainy day|
    Toy Story|1995|8.3|Animation|family,comfort|The old toy meets the new one.
    攻殻機動隊|1995|7.9|Animation|cult,city|A policewoman of steel wonders what of her is hers.
    La Haine|1995|8.1|Drama|cannes,city|So far, so good.
    Fargo|1996|8.1|Crime|cannes|A very pregnant chief of police, and snow.
    Romeo + Juliet|1996|6.7|Romance|city|
    Face/Off|1997|7.3|Action||
    La vita è bella|1997|8.6|Drama|war,cannes|A father turns a camp into a game.
    The Big Lebowski|1998|8.1|Comedy|cult,comfort|A rug that tied the room together.
    Lola rennt|1998|7.6|Thriller|city|Twenty minutes, three times.
    π|1998|7.3|Thriller|cult|A number with two hundred and sixteen digits.
    The Matrix|1999|8.7|SciFi|classic,cult|A choice between two pills.
    Todo sobre mi madre|1999|7.8|Drama|cannes|
    花樣年華|2000|8.1|Romance|cannes,rainy day,city|Neighbours meet on the stairs with noodles in a flask.
    Memento|2000|8.4|Mystery|cult|He forgets everything except why.
    Les Glaneurs et la Glaneuse|2000|7.7|Documentary|road trip|Picking up what others leave: potatoes, clocks, images.
    Amélie|2001|8.3|Romance|classic,comfort,city,Café|She mends lives in secret, except her own.
    千と千尋の神隠し|2001|8.6|Animation|classic,family|A girl works in a bath house for gods to free her parents.
    Mulholland Dr.|2001|7.9|Mystery|cult,cannes,city|
    The Lord of the Rings: The Fellowship of the Ring|2001|8.9|Fantasy|classic,book|Nine set out.
    Moulin Rouge!|2001|7.6|Musical|city|
    Cidade de Deus|2002|8.6|Crime|classic,true story,city,book|A boy with a camera grows up among boys with guns.
    Lost in Translation|2003|7.7|Drama|city,rainy day|Two guests who cannot sleep, one hotel in Tokyo.
    올드보이|2003|8.3|Thriller|cult,cannes|Fifteen years in a room, five days to learn why.
    Eternal Sunshine of the Spotless Mind|2004|8.3|Romance|cult|They pay to forget each other.
    I ❤️ Huckabees|2004|6.5|Comedy|cult|Two detectives look into the meaning of a coincidence.
    El laberinto del fauno|2006|8.2|Fantasy|war,cannes|A girl is given three tasks before the moon is full.
    Das Leben der Anderen|2006|8.4|Drama|city|The man in the attic types what he hears, then less.
    Little Miss Sunshine|2006|7.8|Comedy|road trip,comfort|A yellow van that has to be pushed.
    Ratatouille|2007|8.1|Animation|family,comfort,Café|A cook under a hat.
    Persepolis|2007|8.0|Animation|true story,book,cannes|A girl grows up between two countries in black and white.
    No Country for Old Men|2007|8.2|Thriller|book,cannes|A coin is tossed at a filling station.
    WALL·E|2008|8.4|Animation|family,space,comfort|The last robot on earth collects lighters and a plant. 🌱
    ואלס עם באשיר|2008|8.0|Documentary|war,true story,cannes|A soldier asks friends for the war that he forgot.
    The Dark Knight|2008|9.0|Action|city|
    (500) Days of Summer|2009|7.7|Romance|city|Not in the order in which they came.
    Up|2009|8.3|Animation|family,road trip|A house, many balloons 🎈, one stowaway.
    Inception|2010|8.8|SciFi||A dream in a dream in a dream, and a top that spins.
    Exit Through the Gift Shop|2010|7.9|Documentary||
    جدایی نادر از سیمین|2011|8.3|Drama|city|A couple parts, and everyone has a reason to lie.
    Moonrise Kingdom|2012|7.8|Comedy|comfort,cannes|Two twelve-year-olds run away with a record player.
    Her|2013|8.0|SciFi|city|A man falls in love with a voice.
    The Grand Budapest Hotel|2014|8.1|Comedy|comfort|A concierge, a lobby boy and a painting of a boy with an apple.
    Mad Max: Fury Road|2015|8.1|Action|cult|There, and all the way back.
    Arrival|2016|7.9|SciFi|space,book|A linguist learns a language without a before.
    Cafe\#u{301} Society|2016|6.6|Romance|Café|
    君の名は。|2016|8.4|Animation||A boy and a girl wake up as each other.
    Get Out|2017|7.8|Horror|cult|
    万引き家族|2018|7.9|Drama|family,cannes|A family held together by what it steals.
    Portrait de la jeune fille en feu|2019|8.1|Romance|cannes|A painter may look only when she is not seen to.
    기생충|2019|8.5|Thriller|classic,cannes,city|One family folds pizza boxes until it finds another to serve.
    #살아있다|2020||Horror||
    Dune|2021||SciFi|book,space|A boy puts his hand into a box.
    ドライブ・マイ・カー|2021|7.5|Drama|book,road trip,cannes|A red car and a tape with one voice missing.
    Aftersun|2022|7.7|Drama|family,cannes|A holiday seen again twenty years later.
    Everything Everywhere All at Once|2022|7.8|SciFi|cult,family|Taxes, hot dogs, a bagel and every other world.
    Past Lives|2023|7.8|Romance|city|
    Perfect Days|2023|7.9|Drama|cannes,city,comfort|
    Flow|2024|7.9|Animation|family|A cat, a flood, and not one word.
    """#
}
