// The line protocol in front of GNUstep's NSPredicate (libgnustep-base).
//
//   apt-get install gobjc libgnustep-base-dev
//   gcc -std=gnu11 $(gnustep-config --objc-flags) gnustep.m -o gnustep $(gnustep-config --base-libs)
//
// GNUstep has no parser for expressions of its own: the value of E is the left side of `E == 1`.

#include "protocol.h"
#import <GNUstepBase/GSConfig.h>

static BOOL isBoolean(NSNumber *number) { return [number isKindOfClass: NSClassFromString(@"NSBoolNumber")]; }

static NSExpression *expressionOf(NSString *text, NSArray *arguments) {
  NSString *format = [text stringByAppendingString: @" == 1"];
  NSPredicate *predicate = [NSPredicate predicateWithFormat: format argumentArray: arguments];
  if (![predicate isKindOfClass: [NSComparisonPredicate class]]) {
    [NSException raise: NSInvalidArgumentException format: @"not an expression"];
  }
  NSComparisonPredicate *comparison = (NSComparisonPredicate *)predicate;
  if ([comparison predicateOperatorType] != NSEqualToPredicateOperatorType
      || ![[[comparison rightExpression] constantValue] isEqual: [NSNumber numberWithInt: 1]]) {
    [NSException raise: NSInvalidArgumentException format: @"not an expression"];
  }
  return [comparison leftExpression];
}

static BOOL says(NSException *exception, NSString *words) {
  return [exception reason] && [[exception reason] rangeOfString: words].location != NSNotFound;
}

static NSString *kindOf(NSException *exception, Stage stage) {
  if (says(exception, @"Unknown function")) return @"unknown-function";
  if (says(exception, @"collection") || says(exception, @"does not recognize")) return @"type";
  if ([[exception name] isEqual: @"NSUnknownKeyException"] || [[exception name] isEqual: NSUndefinedKeyException]) {
    return @"unknown-key";
  }
  // BETWEEN takes its bounds from the list while it parses.
  if ([[exception name] isEqual: NSRangeException]) return @"type";
  return stage == Parsing ? @"syntax" : @"type";
}

static NSDictionary *implementation(void) {
  NSString *version = [NSString stringWithFormat: @"%d.%d.%d", GNUSTEP_BASE_MAJOR_VERSION, GNUSTEP_BASE_MINOR_VERSION,
                       GNUSTEP_BASE_SUBMINOR_VERSION];
  return [NSDictionary dictionaryWithObjectsAndKeys: @"GNUstep", @"implementation", version, @"version",
          [NSNumber numberWithInt: 1], @"protocol", [NSArray arrayWithObjects: @"parse", @"evaluate", @"value", nil],
          @"ops", [NSArray array], @"engines", nil];
}

int main(void) {
  // The library reports what it cannot parse there, one more time.
  freopen("/dev/null", "w", stderr);
  return serve();
}
