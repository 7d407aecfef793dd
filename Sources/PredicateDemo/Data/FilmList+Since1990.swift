extension FilmList {
  /// Films from the nineties on.
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
