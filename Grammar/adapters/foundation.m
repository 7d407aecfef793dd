// The line protocol in front of Apple's NSPredicate. Written with care, and untried: nobody who wrote it had a Mac.
//
//   clang -framework Foundation -Wno-format-security foundation.m -o foundation
//
//   predicate conformance --adapter ./foundation --report foundation-15.json     the suite, live
//
// Without the Swift package, a recording is made on the Mac and judged anywhere:
//
//   until ./foundation --record apple.jsonl ../suite; do :; done
//   predicate conformance --adapter "python3 replay.py apple.jsonl" --report ../profiles/foundation-15.json
//
// The recording has a line for each request and one for its answer. A request that ends the process, or takes longer than
// five seconds, stays without an answer, and the next start goes on behind it: hence the loop.

#include "protocol.h"
#include <signal.h>
#include <unistd.h>

#ifdef GNUSTEP
// For a trial of the recorder without a Mac: GNUstep has no Core Foundation, and its booleans are two objects.
static BOOL isBoolean(NSNumber *number) {
  return number == [NSNumber numberWithBool: YES] || number == [NSNumber numberWithBool: NO];
}
#else
static BOOL isBoolean(NSNumber *number) { return CFGetTypeID((CFTypeRef)number) == CFBooleanGetTypeID(); }
#endif

// GNUstep's NSExpression lacks this method: there each expression is an error.
static NSExpression *expressionOf(NSString *text, NSArray *arguments) {
  return [NSExpression expressionWithFormat: text argumentArray: arguments];
}

static BOOL says(NSException *exception, NSString *words) {
  return [exception reason]
      && [[exception reason] rangeOfString: words options: NSCaseInsensitiveSearch].location != NSNotFound;
}

/// Apple has few kinds of exceptions, so most of this goes by their words.
static NSString *kindOf(NSException *exception, Stage stage) {
  if ([[exception name] isEqual: NSUndefinedKeyException] || says(exception, @"key value coding")) return @"unknown-key";
  if (says(exception, @"substitution variable") || says(exception, @"variable expression")) return @"unbound-variable";
  if (says(exception, @"insufficient arguments") || [[exception name] isEqual: NSRangeException]) {
    return stage == Parsing ? @"argument-missing" : @"type";
  }
  if (says(exception, @"regex") && says(exception, @"pattern")) return @"domain";
  if (says(exception, @"unsupported function") || says(exception, @"forbidden") || says(exception, @"Unable to find function")
      || says(exception, @"function name")) {
    return @"unknown-function";
  }
  return stage == Parsing ? @"syntax" : @"type";
}

static NSDictionary *implementation(void) {
  return [NSDictionary dictionaryWithObjectsAndKeys:
    @"Foundation", @"implementation", [[NSProcessInfo processInfo] operatingSystemVersionString], @"version",
    [NSNumber numberWithInt: 1], @"protocol", [NSArray arrayWithObjects: @"parse", @"evaluate", @"value", nil], @"ops",
    [NSArray array], @"engines", nil];
}

// MARK: Recording

static NSString *jsonText(id value) {
  NSMutableString *text = [NSMutableString string];
  writeValue(value, text);
  return text;
}

/// The requests that a runner makes of a case: the one that decides it, and the one for its canonical print.
static NSArray *requestsOf(NSDictionary *item) {
  if ([item objectForKey: @"fixture"]) return [NSArray array];
  NSMutableDictionary *parse = [NSMutableDictionary dictionary], *request = [NSMutableDictionary dictionary];
  for (NSString *name in [NSArray arrayWithObjects: @"format", @"expression", @"arguments", @"variables", @"object", nil]) {
    id member = [item objectForKey: name];
    if (member == nil) continue;
    [request setObject: member forKey: name];
    if ([name isEqual: @"format"] || [name isEqual: @"arguments"]) [parse setObject: member forKey: name];
  }
  BOOL isExpression = [item objectForKey: @"expression"] != nil;
  [parse setObject: @"parse" forKey: @"op"];
  [request setObject: isExpression ? @"value" : @"evaluate" forKey: @"op"];
  if (!isExpression && [[item objectForKey: @"expect"] objectForKey: @"valid"]) return [NSArray arrayWithObject: parse];
  return [item objectForKey: @"canonical"] ? [NSArray arrayWithObjects: request, parse, nil] : [NSArray arrayWithObject: request];
}

static void append(FILE *file, NSDictionary *line) {
  fprintf(file, "%s\n", [jsonText(line) UTF8String]);
  fflush(file);
}

/// Asks everything that the recording does not have yet.
static int record(NSString *path, NSString *folder) {
  NSMutableSet *known = [NSMutableSet set];
  NSString *before = [NSString stringWithContentsOfFile: path encoding: NSUTF8StringEncoding error: NULL];
  for (NSString *line in [before componentsSeparatedByString: @"\n"]) {
    if ([line hasPrefix: @"{\"request\":"]) [known addObject: line];
  }
  FILE *file = fopen([path fileSystemRepresentation], "a");
  if (file == NULL) {
    perror([path fileSystemRepresentation]);
    return 0;
  }
  if ([before length] == 0) append(file, [NSDictionary dictionaryWithObject: implementation() forKey: @"hello"]);
  NSArray *names = [[[NSFileManager defaultManager] subpathsAtPath: folder] sortedArrayUsingSelector: @selector(compare:)];
  for (NSString *name in names) {
    if (![name hasSuffix: @".json"]) continue;
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    NSMutableData *data = [NSMutableData dataWithContentsOfFile: [folder stringByAppendingPathComponent: name]];
    NSUInteger length = [data length];
    [data appendBytes: "" length: 1];
    id content = readJSON([data bytes], length);
    NSArray *cases = [content isKindOfClass: [NSDictionary class]] ? [content objectForKey: @"cases"] : content;
    for (NSDictionary *item in cases) {
      for (NSDictionary *request in requestsOf(item)) {
        NSString *line = jsonText([NSDictionary dictionaryWithObject: request forKey: @"request"]);
        if ([known containsObject: line]) continue;
        [known addObject: line];
        fprintf(file, "%s\n", [line UTF8String]);
        fflush(file);
        alarm(5);
        NSDictionary *answer = answerTo(request);
        alarm(0);
        append(file, [NSDictionary dictionaryWithObject: answer forKey: @"answer"]);
      }
    }
    [pool release];
  }
  fclose(file);
  return 0;
}

int main(int count, char **words) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  int status = 64;
  if (count == 1) {
    status = serve();
  } else if (count == 4 && strcmp(words[1], "--record") == 0) {
    status = record([NSString stringWithUTF8String: words[2]], [NSString stringWithUTF8String: words[3]]);
  } else {
    fprintf(stderr, "foundation [--record FILE SUITE]\n");
  }
  [pool release];
  return status;
}
