// What the adapters in Objective-C share: JSON that keeps integers, doubles and booleans apart, the values of the line
// protocol, and the operations parse, evaluate and value. No ARC: it is compiled by gcc for GNUstep, by clang for macOS.
//
// A file that includes this defines isBoolean(), expressionOf(), kindOf() and implementation().

#import <Foundation/Foundation.h>
#include <math.h>
#include <time.h>

static NSString *const ProtocolException = @"ProtocolException";

typedef enum { Parsing, Evaluating } Stage;

/// Whether a number was made from YES or NO.
static BOOL isBoolean(NSNumber *number);
/// The expression of a text. Raises where there is none.
static NSExpression *expressionOf(NSString *text, NSArray *arguments);
/// The protocol's kind of error for an exception.
static NSString *kindOf(NSException *exception, Stage stage);
/// What hello answers.
static NSDictionary *implementation(void);

// MARK: JSON

typedef struct {
  const char *at, *end;
} Reader;

static void malformed(NSString *reason) { [NSException raise: ProtocolException format: @"%@", reason]; }

static void skipSpace(Reader *reader) {
  while (reader->at < reader->end && strchr(" \t\r\n", *reader->at)) reader->at++;
}

static unsigned hexadecimal(Reader *reader) {
  unsigned value = 0;
  if (reader->end - reader->at < 4 || sscanf(reader->at, "%4x", &value) != 1) malformed(@"escape");
  reader->at += 4;
  return value;
}

/// The string whose opening quote was read. UTF-16 units come from escapes, everything else is UTF-8.
static NSString *readString(Reader *reader) {
  NSMutableString *text = [NSMutableString string];
  const char *start = reader->at;
  while (reader->at < reader->end) {
    if (*reader->at != '"' && *reader->at != '\\') {
      reader->at++;
      continue;
    }
    NSString *plain = [[[NSString alloc] initWithBytes: start
                                                length: reader->at - start
                                              encoding: NSUTF8StringEncoding] autorelease];
    if (plain == nil) malformed(@"UTF-8");
    [text appendString: plain];
    if (*reader->at++ == '"') return text;
    if (reader->at == reader->end) break;
    unichar unit = *reader->at++;
    switch (unit) {
      case 'b': unit = '\b'; break;
      case 'f': unit = '\f'; break;
      case 'n': unit = '\n'; break;
      case 'r': unit = '\r'; break;
      case 't': unit = '\t'; break;
      case 'u': unit = hexadecimal(reader); break;
      default: break;
    }
    [text appendString: [NSString stringWithCharacters: &unit length: 1]];
    start = reader->at;
  }
  malformed(@"string");
  return nil;
}

static id readValue(Reader *reader);

static id readList(Reader *reader) {
  NSMutableArray *list = [NSMutableArray array];
  skipSpace(reader);
  if (reader->at < reader->end && *reader->at == ']') {
    reader->at++;
    return list;
  }
  while (YES) {
    [list addObject: readValue(reader)];
    skipSpace(reader);
    if (reader->at == reader->end) malformed(@"array");
    char symbol = *reader->at++;
    if (symbol == ']') return list;
    if (symbol != ',') malformed(@"array");
  }
}

static id readMembers(Reader *reader) {
  NSMutableDictionary *members = [NSMutableDictionary dictionary];
  skipSpace(reader);
  if (reader->at < reader->end && *reader->at == '}') {
    reader->at++;
    return members;
  }
  while (YES) {
    skipSpace(reader);
    if (reader->at == reader->end || *reader->at++ != '"') malformed(@"object");
    NSString *name = readString(reader);
    skipSpace(reader);
    if (reader->at == reader->end || *reader->at++ != ':') malformed(@"object");
    [members setObject: readValue(reader) forKey: name];
    skipSpace(reader);
    if (reader->at == reader->end) malformed(@"object");
    char symbol = *reader->at++;
    if (symbol == '}') return members;
    if (symbol != ',') malformed(@"object");
  }
}

static id readNumber(Reader *reader) {
  char text[64];
  size_t length = strspn(reader->at, "+-0123456789.eE");
  if (length == 0 || length >= sizeof text) malformed(@"number");
  memcpy(text, reader->at, length);
  text[length] = 0;
  reader->at += length;
  if (strpbrk(text, ".eE") == NULL) {
    errno = 0;
    long long whole = strtoll(text, NULL, 10);
    if (errno == 0) return [NSNumber numberWithLongLong: whole];
  }
  return [NSNumber numberWithDouble: strtod(text, NULL)];
}

/// The text ends with a NUL, so that looking one byte ahead is always fine.
static id readValue(Reader *reader) {
  skipSpace(reader);
  if (reader->at == reader->end) malformed(@"end");
  switch (*reader->at) {
    case '"': reader->at++; return readString(reader);
    case '[': reader->at++; return readList(reader);
    case '{': reader->at++; return readMembers(reader);
    case 't': if (strncmp(reader->at, "true", 4) == 0) { reader->at += 4; return [NSNumber numberWithBool: YES]; } break;
    case 'f': if (strncmp(reader->at, "false", 5) == 0) { reader->at += 5; return [NSNumber numberWithBool: NO]; } break;
    case 'n': if (strncmp(reader->at, "null", 4) == 0) { reader->at += 4; return [NSNull null]; } break;
    default: return readNumber(reader);
  }
  malformed(@"word");
  return nil;
}

static id readJSON(const char *text, size_t length) {
  Reader reader = {text, text + length};
  id value = readValue(&reader);
  skipSpace(&reader);
  if (reader.at != reader.end) malformed(@"trailing text");
  return value;
}

static void writeString(NSString *text, NSMutableString *output) {
  [output appendString: @"\""];
  for (NSUInteger i = 0; i < [text length]; i++) {
    unichar unit = [text characterAtIndex: i];
    if (unit == '"' || unit == '\\') [output appendFormat: @"\\%c", unit];
    else if (unit < 0x20 || unit >= 0x7F) [output appendFormat: @"\\u%04x", unit];
    else [output appendFormat: @"%c", unit];
  }
  [output appendString: @"\""];
}

static void writeDouble(double value, NSMutableString *output) {
  char text[64];
  snprintf(text, sizeof text, "%.17g", value);
  if (!isfinite(value)) [output appendFormat: @"{\"$double\":\"%s\"}", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf"];
  else [output appendFormat: @"%s%s", text, strpbrk(text, ".e") ? "" : ".0"];
}

static void writeValue(id value, NSMutableString *output);

static void writeList(NSEnumerator *elements, NSMutableString *output) {
  NSString *separator = @"";
  id element;
  [output appendString: @"["];
  while ((element = [elements nextObject])) {
    [output appendString: separator];
    writeValue(element, output);
    separator = @",";
  }
  [output appendString: @"]"];
}

static void writeTagged(NSString *tag, NSString *text, NSMutableString *output) {
  [output appendFormat: @"{\"%@\":", tag];
  writeString(text, output);
  [output appendString: @"}"];
}

/// A value of the runtime, as the protocol has it. What the protocol has no words for is written as its class.
static void writeValue(id value, NSMutableString *output) {
  if (value == nil || value == [NSNull null]) {
    [output appendString: @"null"];
  } else if ([value isKindOfClass: [NSString class]]) {
    writeString(value, output);
  } else if ([value isKindOfClass: [NSDecimalNumber class]]) {
    writeTagged(@"$decimal", [value description], output);
  } else if ([value isKindOfClass: [NSNumber class]]) {
    if (isBoolean(value)) [output appendString: [value boolValue] ? @"true" : @"false"];
    else if (strchr("fd", *[value objCType])) writeDouble([value doubleValue], output);
    else [output appendFormat: @"%lld", [value longLongValue]];
  } else if ([value isKindOfClass: [NSDate class]]) {
    [output appendString: @"{\"$date\":"];
    writeDouble([value timeIntervalSinceReferenceDate], output);
    [output appendString: @"}"];
  } else if ([value isKindOfClass: [NSArray class]] || [value isKindOfClass: [NSOrderedSet class]]) {
    writeList([value objectEnumerator], output);
  } else if ([value isKindOfClass: [NSSet class]]) {
    [output appendString: @"{\"$set\":"];
    writeList([value objectEnumerator], output);
    [output appendString: @"}"];
  } else if ([value isKindOfClass: [NSDictionary class]]) {
    NSString *separator = @"";
    NSEnumerator *names = [value keyEnumerator];
    id name;
    [output appendString: @"{"];
    while ((name = [names nextObject])) {
      [output appendString: separator];
      writeString([name description], output);
      [output appendString: @":"];
      writeValue([value objectForKey: name], output);
      separator = @",";
    }
    [output appendString: @"}"];
  } else if ([value isKindOfClass: [NSData class]]) {
    writeTagged(@"$data", [value base64EncodedStringWithOptions: 0], output);
  } else if ([value isKindOfClass: [NSUUID class]]) {
    writeTagged(@"$uuid", [value UUIDString], output);
  } else if ([value isKindOfClass: [NSURL class]]) {
    writeTagged(@"$url", [value absoluteString], output);
  } else {
    writeTagged(@"$other", NSStringFromClass([value class]), output);
  }
}

// MARK: Values

/// `{"$object":{…}}`: an object with fixed properties. A key that it lacks raises, as with any object.
@interface FixedObject : NSObject {
  NSDictionary *properties;
}
- (id) initWithProperties: (NSDictionary *)values;
@end

@implementation FixedObject
- (id) initWithProperties: (NSDictionary *)values {
  if ((self = [super init])) properties = [values retain];
  return self;
}
- (void) dealloc {
  [properties release];
  [super dealloc];
}
- (id) valueForKey: (NSString *)key {
  id value = [properties objectForKey: key];
  if (value == nil) return [self valueForUndefinedKey: key];
  return value == [NSNull null] ? nil : value;
}
@end

static id valueOf(id json);

/// A collection keeps NSNull for nil; so does an object, which hands out nil for it.
static NSArray *valuesOf(NSArray *list) {
  NSMutableArray *values = [NSMutableArray array];
  for (NSUInteger i = 0; i < [list count]; i++) [values addObject: valueOf([list objectAtIndex: i])];
  return values;
}

static NSDictionary *dictionaryOf(NSDictionary *json) {
  NSMutableDictionary *values = [NSMutableDictionary dictionary];
  NSEnumerator *names = [json keyEnumerator];
  NSString *name;
  while ((name = [names nextObject])) [values setObject: valueOf([json objectForKey: name]) forKey: name];
  return values;
}

static NSDate *dateOf(id content) {
  if (![content isKindOfClass: [NSString class]]) {
    return [NSDate dateWithTimeIntervalSinceReferenceDate: [valueOf(content) doubleValue]];
  }
  struct tm parts = {0};
  int year, month, sign = 0, hours = 0, minutes = 0;
  double seconds = 0;
  char zone[8] = "";
  int read = sscanf([content UTF8String], "%d-%d-%d%*[T ]%d:%d:%lf%7s", &year, &month, &parts.tm_mday, &parts.tm_hour,
                    &parts.tm_min, &seconds, zone);
  if (read < 3) malformed(@"date");
  if (*zone == '+' || *zone == '-') {
    sign = *zone == '-' ? -1 : 1;
    sscanf(zone + 1, strchr(zone, ':') ? "%2d:%2d" : "%2d%2d", &hours, &minutes);
  }
  parts.tm_year = year - 1900;
  parts.tm_mon = month - 1;
  double since1970 = timegm(&parts) + seconds - sign * (hours * 3600 + minutes * 60);
  return [NSDate dateWithTimeIntervalSinceReferenceDate: since1970 - 978307200];
}

static id taggedValue(NSString *tag, id content) {
  if ([tag isEqual: @"$date"]) return dateOf(content);
  if ([tag isEqual: @"$set"]) return [NSSet setWithArray: valuesOf(content)];
  if ([tag isEqual: @"$object"]) {
    return [[[FixedObject alloc] initWithProperties: dictionaryOf(content)] autorelease];
  }
  if ([tag isEqual: @"$data"]) {
    return [[[NSData alloc] initWithBase64EncodedString: content options: 0] autorelease];
  }
  if ([tag isEqual: @"$uuid"]) return [[[NSUUID alloc] initWithUUIDString: content] autorelease];
  if ([tag isEqual: @"$url"]) return [NSURL URLWithString: content];
  if ([tag isEqual: @"$decimal"]) return [NSDecimalNumber decimalNumberWithString: content];
  if ([tag isEqual: @"$int"]) return [NSNumber numberWithLongLong: strtoll([content UTF8String], NULL, 10)];
  if ([tag isEqual: @"$double"]) return [NSNumber numberWithDouble: strtod([content UTF8String], NULL)];
  return nil;
}

/// The value that a JSON value stands for; NSNull for null.
static id valueOf(id json) {
  if ([json isKindOfClass: [NSArray class]]) return valuesOf(json);
  if (![json isKindOfClass: [NSDictionary class]]) return json;
  if ([json count] == 1) {
    NSString *tag = [[json allKeys] objectAtIndex: 0];
    id value = taggedValue(tag, [json objectForKey: tag]);
    if (value != nil) return value;
  }
  return dictionaryOf(json);
}

// MARK: Answers

static NSDictionary *skipped(NSString *reason) { return [NSDictionary dictionaryWithObject: reason forKey: @"skip"]; }

/// Whether a % stands outside quotes: this runtime takes arguments while it parses, so a specifier cannot stay what it is.
static BOOL hasSpecifier(NSString *format) {
  unichar quote = 0;
  for (NSUInteger i = 0; i < [format length]; i++) {
    unichar unit = [format characterAtIndex: i];
    if (quote && unit == '\\') i++;
    else if (unit == quote) quote = 0;
    else if (!quote && (unit == '"' || unit == '\'')) quote = unit;
    else if (!quote && unit == '%') return YES;
  }
  return NO;
}

static NSDictionary *result(NSString *op, NSDictionary *request, Stage *stage) {
  NSArray *given = [request objectForKey: @"arguments"];
  NSArray *arguments = given ? valuesOf(given) : [NSArray array];
  id object = [request objectForKey: @"object"] ? valueOf([request objectForKey: @"object"]) : nil;
  if (object == [NSNull null]) object = nil;
  NSMutableDictionary *variables = [NSMutableDictionary dictionary];
  [variables addEntriesFromDictionary: dictionaryOf([request objectForKey: @"variables"])];
  id value;
  if ([op isEqual: @"value"]) {
    NSExpression *expression = expressionOf([request objectForKey: @"expression"], arguments);
    *stage = Evaluating;
    value = [expression expressionValueWithObject: object context: variables];
  } else {
    NSString *format = [request objectForKey: @"format"];
    if ([op isEqual: @"parse"] && given == nil && hasSpecifier(format)) return skipped(@"Specifiers take their arguments.");
    NSPredicate *predicate = [NSPredicate predicateWithFormat: format argumentArray: arguments];
    if (predicate == nil) [NSException raise: NSInvalidArgumentException format: @"no predicate"];
    if ([op isEqual: @"parse"]) {
      return [NSDictionary dictionaryWithObject: [predicate predicateFormat] forKey: @"canonical"];
    }
    *stage = Evaluating;
    value = [NSNumber numberWithBool: [predicate evaluateWithObject: object substitutionVariables: variables]];
  }
  return [NSDictionary dictionaryWithObject: value ? value : [NSNull null] forKey: @"value"];
}

static NSDictionary *answerTo(NSDictionary *request) {
  NSString *op = [request objectForKey: @"op"];
  if ([op isEqual: @"hello"]) return implementation();
  if (![[NSArray arrayWithObjects: @"parse", @"evaluate", @"value", nil] containsObject: op]) {
    return skipped(@"The op is not offered.");
  }
  Stage stage = Parsing;
  @try {
    return result(op, request, &stage);
  } @catch (NSException *exception) {
    NSString *reason = [exception reason] ? [exception reason] : @"";
    NSDictionary *error = [NSDictionary dictionaryWithObjectsAndKeys: kindOf(exception, stage), @"kind",
                           [exception name], @"code", reason, @"message", nil];
    return [NSDictionary dictionaryWithObject: error forKey: @"error"];
  }
  return nil;
}

/// The answer to a line, with the request's id.
static NSString *answerToLine(const char *line, size_t length) {
  NSMutableDictionary *answer = [NSMutableDictionary dictionary];
  @try {
    NSDictionary *request = readJSON(line, length);
    if (![request isKindOfClass: [NSDictionary class]]) malformed(@"not an object");
    [answer addEntriesFromDictionary: answerTo(request)];
    if ([request objectForKey: @"id"]) [answer setObject: [request objectForKey: @"id"] forKey: @"id"];
  } @catch (NSException *exception) {
    NSDictionary *error = [NSDictionary dictionaryWithObjectsAndKeys: @"protocol", @"kind", [exception reason], @"message", nil];
    [answer setObject: error forKey: @"error"];
    [answer setObject: [NSNull null] forKey: @"id"];
  }
  NSMutableString *text = [NSMutableString string];
  writeValue(answer, text);
  return text;
}

/// Answers standard input until it ends.
static int serve(void) {
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, stdin)) > 0) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    while (length > 0 && strchr("\r\n \t", line[length - 1])) line[--length] = 0;
    if (length > 0) {
      printf("%s\n", [answerToLine(line, length) UTF8String]);
      fflush(stdout);
    }
    [pool release];
  }
  free(line);
  return 0;
}
