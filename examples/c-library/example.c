/* Checks a condition of Munki, and asks which machines it holds of.
 *
 *   swift build -c release --product openpredicate
 *   cc -I Sources/Checking/PredicateLibrary/include examples/c-library/example.c -L .build/release -lopenpredicate -Wl,-rpath,$PWD/.build/release -o example
 *   ./example
 */
#include <openpredicate.h>
#include <stdio.h>
#include <string.h>

static void show(char *answer) {
  if (answer == NULL) return;
  puts(answer);
  openpredicate_free(answer);
}

int main(void) {
  const char *munki = "{\"profile\": \"munki\"}";
  const char *predicate = "machine_type == \"laptop\" AND os_vers_major >= $least";
  const char *options = "{\"profile\": \"munki\", \"variables\": {\"least\": 14}}";
  const char *machines =
      "{\"machine_type\": \"laptop\", \"os_vers_major\": 14}\n"
      "{\"machine_type\": \"desktop\", \"os_vers_major\": 14}\n"
      "{\"machine_type\": \"laptop\", \"os_vers_major\": \"14\"}\n";

  show(openpredicate_check("machine_type == laptop", munki));
  show(openpredicate_format("machine_type=='laptop' && os_vers_major>=14", munki));
  show(openpredicate_filter(predicate, machines, strlen(machines), options));
  show(openpredicate_evaluate(predicate, "{\"machine_type\": \"laptop\", \"os_vers_major\": 15}", options));
  show(openpredicate_explain("n > 1", "{\"n\": 1}", NULL));
  show(openpredicate_format("year >", NULL));
  return 0;
}
