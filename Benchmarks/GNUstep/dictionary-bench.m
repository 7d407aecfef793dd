// GNUstep's NSPredicate over the records of the benchmark, as dictionaries. Prints one line per query: its name, the milliseconds of the
// shortest round for a million records, and the number of matches. dictionary-bench reads this output from gnustep.txt.
//
// On Debian, with the packages libgnustep-base-dev and gobjc:
//
//   gcc $(gnustep-config --objc-flags) -std=gnu11 -O2 GNUstep/dictionary-bench.m -o gnustep-bench $(gnustep-config --base-libs)
//   ./gnustep-bench 1000000 1 >gnustep.txt
#import <Foundation/Foundation.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state = 42;

static int draw(void) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)(state >> 33);
}

static const char *words[] = {
  "star", "wars", "cafe", "night", "Dark", "River", "moon", "Shadow", "city", "House", "dead", "Road", "king", "Queen", "blood",
  "Fire", "ice", "Storm", "last", "First", "lost", "Found", "secret", "Garden", "wild", "Heart", "iron", "Silver", "gold", "Dust",
  "rain", "Snow", "summer", "Winter", "ghost", "Train", "ship", "Island", "mountain", "Desert", "ocean", "Sky", "wolf", "Fox",
  "raven", "Lion", "stranger", "Friend", "brother", "Sister", "mother", "Father", "doctor", "Soldier", "thief", "Detective",
  "clown", "Angel", "devil", "Dream", "return", "Escape", "Starlight", "Midnight"};
static const char *genres[] = {
  "Drama", "Comedy", "Noir", "Action", "Adventure", "Animation", "Biography", "Crime", "Documentary", "Family", "Fantasy",
  "History", "Horror", "Music", "Musical", "Mystery", "Romance", "SciFi", "Thriller", "Western"};
static const char *tagNames[] = {
  "classic", "cult", "cinema", "color", "award", "indie", "remake", "sequel", "silent", "restored", "foreign", "short"};
static const char *names[] = {
  "Alice", "Bob", "Carol", "Dan", "Emma", "Frank", "Grace", "Henry", "Iris", "Jack", "Karl", "Lena", "Mark", "Nina", "Olaf",
  "Paula", "Quinn", "Rosa", "Sam", "Tina", "Ulf", "Vera", "Will", "Xena", "Yves", "Zoe", "Adam", "Bella", "Carl", "Dora", "Erik",
  "Fiona", "Gus", "Hanna", "Ivan", "Julia", "Kurt", "Lars", "Maria", "Nils"};

static NSMutableArray *records(int count) {
  NSMutableArray *borrowers = [NSMutableArray array];
  for (int index = 0; index < 1000; index++) {
    NSString *name = [NSString stringWithFormat:@"%s%s", names[index % 40], index % 3 == 0 ? "son" : ""];
    [borrowers addObject:[NSDictionary dictionaryWithObjectsAndKeys:name, @"name",
      [NSNumber numberWithInt:18 + index % 60], @"age", nil]];
  }
  NSMutableArray *result = [[NSMutableArray alloc] initWithCapacity:count];
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  for (int index = 0; index < count; index++) {
    int year = 1920 + draw() % 107;
    double rating = (draw() % 101) / 10.0;
    BOOL lent = draw() % 10 < 3;
    const char *genre = genres[draw() % 20];
    int the = draw() % 4 == 0;
    const char *first = words[draw() % 64];
    const char *second = words[draw() % 64];
    int number = draw() % 1000;
    int cafe = draw() % 20 == 0;
    NSString *title = [NSString stringWithFormat:@"%s%s %s %d", the ? "The " : "", first, second, number];
    if (cafe) title = [title stringByAppendingString:[NSString stringWithUTF8String:" Caf\xC3\xA9"]];
    int tagCount = draw() % 5;
    NSMutableArray *tags = [NSMutableArray array];
    for (int tag = 0; tag < tagCount; tag++) [tags addObject:[NSString stringWithUTF8String:tagNames[draw() % 12]]];
    NSDictionary *borrower = draw() % 10 < 3 ? [borrowers objectAtIndex:draw() % 1000] : nil;
    NSMutableDictionary *record = [NSMutableDictionary dictionaryWithObjectsAndKeys:
      [NSNumber numberWithInt:year], @"year", [NSNumber numberWithDouble:rating], @"rating",
      [NSNumber numberWithBool:lent], @"lent", [NSString stringWithUTF8String:genre], @"genre", title, @"title",
      tags, @"tags", nil];
    if (borrower) [record setObject:borrower forKey:@"borrower"];
    [result addObject:record];
    if (index % 10000 == 9999) { [pool release]; pool = [NSAutoreleasePool new]; }
  }
  [pool release];
  return result;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000.0 + time.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  int count = argc > 1 ? atoi(argv[1]) : 1000000;
  int rounds = argc > 2 ? atoi(argv[2]) : 3;
  static NSString *queries[][2] = {
    {@"Q1", @"year > 1990 AND rating >= 7.5"}, {@"Q2", @"title BEGINSWITH[c] \"the \""},
    {@"Q3", @"title CONTAINS[cd] \"cafe\""}, {@"Q4", @"title LIKE[c] \"*star*\""},
    {@"Q5", @"title MATCHES \".*[0-9]{2}.*\""}, {@"Q6", @"genre IN {\"Drama\",\"Comedy\",\"Noir\"}"},
    {@"Q7", @"year BETWEEN {1980, 1989}"}, {@"Q8", @"borrower.name ENDSWITH \"son\""}, {@"Q9", @"ANY tags == \"classic\""},
    {@"Q10", @"tags.@count > 2"},
    {@"Q11", @"(year > 1990 AND rating >= 7.5) OR (genre == \"Noir\" AND NOT lent == YES)"},
    {@"Q12", @"SUBQUERY(tags, $t, $t BEGINSWITH \"c\").@count > 1"}};
  NSArray *all = records(count);
  for (int query = 0; query < 12; query++) {
    double best = 0;
    int found = 0;
    @try {
      NSPredicate *predicate = [NSPredicate predicateWithFormat:queries[query][1]];
      for (int round = 0; round < rounds; round++) {
        found = 0;
        double start = now();
        for (int index = 0; index < count; index += 10000) {
          NSAutoreleasePool *inner = [NSAutoreleasePool new];
          for (int place = index; place < count && place < index + 10000; place++)
            found += [predicate evaluateWithObject:[all objectAtIndex:place]];
          [inner release];
        }
        double time = now() - start;
        if (round == 0 || time < best) best = time;
      }
      printf("%s %.0f %d\n", [queries[query][0] UTF8String], best * 1e6 / count, found);
    } @catch (NSException *exception) {
      printf("%s - %s\n", [queries[query][0] UTF8String], [[exception reason] UTF8String]);
    }
    fflush(stdout);
  }
  [pool release];
  return 0;
}
