/* A whole adapter in C, to begin with: comparisons of one key with one integer.

       cc -std=c99 -o example Grammar/adapters/example.c
       python3 Grammar/runner/run.py --adapter ./example

   What it does not understand it skips, and nothing that it answers is wrong. Replace `evaluate` with an implementation, and the
   scanner below with a JSON library. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Behind one JSON value, which stands at `at`. */
static const char *after_value(const char *at) {
  int depth = 0;
  do {
    while (isspace((unsigned char)*at)) at++;
    if (*at == '"') {
      for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
      if (*at) at++;
    } else if (*at == '{' || *at == '[') {
      depth++, at++;
    } else if (*at == '}' || *at == ']') {
      depth--, at++;
    } else if (*at == ',' || *at == ':') {
      at++;
    } else {
      while (*at && !strchr(",:]} \t\n", *at)) at++;
    }
    while (isspace((unsigned char)*at)) at++;
  } while (depth > 0 && *at);
  return at;
}

/* The value of a member of the object at `at`, or NULL. Names with escapes are not found. */
static const char *member(const char *at, const char *name) {
  size_t length = strlen(name);
  if (!at || *at != '{') return NULL;
  for (at++; *at && *at != '}';) {
    while (isspace((unsigned char)*at) || *at == ',') at++;
    const char *key = at;
    at = after_value(at);
    if (*at != ':') return NULL;
    for (at++; isspace((unsigned char)*at);) at++;
    if (key[0] == '"' && !strncmp(key + 1, name, length) && key[1 + length] == '"') return at;
    at = after_value(at);
  }
  return NULL;
}

/* An integer that ends where `end` then points; 0 where there is none, or it is too long. */
static int integer(const char *at, long long *value, const char **end) {
  const char *digits = *at == '-' ? at + 1 : at;
  size_t count = strspn(digits, "0123456789");
  *value = strtoll(at, NULL, 10);
  *end = digits + count;
  return count > 0 && count < 19 && !isalnum((unsigned char)**end) && **end != '.' && **end != '_';
}

/* Whether a name is a word of the language, which may mean something else. */
static int is_reserved(const char *name) {
  static const char *words[] = {
      "OR", "AND", "NOT", "ANY", "SOME", "ALL", "NONE", "MATCHES", "LIKE", "BEGINSWITH", "ENDSWITH", "IN", "CONTAINS", "BETWEEN",
      "TOKENMATCHES", "UNION", "INTERSECT", "MINUS", "TRUEPREDICATE", "FALSEPREDICATE", "TRUE", "YES", "FALSE", "NO", "NULL", "NIL",
      "SELF", "ANYKEY", "FIRST", "LAST", "SIZE", "SUBQUERY", "CAST", "TERNARY", "FUNCTION", "FETCH", "INTERSECTION", "APPLY", "CI",
      "CASEINSENSITIVE"};
  char upper[32] = "";
  for (size_t i = 0; name[i] && i < sizeof upper - 1; i++) upper[i] = (char)toupper((unsigned char)name[i]);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i], upper)) return 1;
  return 0;
}

/* The result of `format`, a JSON string that begins behind its quotation mark: `name operator integer`. */
static const char *evaluate(const char *format, const char *object) {
  static const struct { const char *sign; int less, equal, greater; } operators[] = {
      {"==", 0, 1, 0}, {"!=", 1, 0, 1}, {"<>", 1, 0, 1}, {"<=", 1, 1, 0}, {"=<", 1, 1, 0}, {">=", 0, 1, 1}, {"=>", 0, 1, 1},
      {"<", 1, 0, 0}, {">", 0, 0, 1}, {"=", 0, 1, 0}};
  const char *skip = "\"skip\":\"Only a key beside an integer is offered.\"", *at = format, *end;
  char name[64] = "";
  size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"), found = sizeof operators / sizeof *operators;
  if (!length || length >= sizeof name || isdigit((unsigned char)*at)) return skip;
  memcpy(name, at, length);
  for (at += length; *at == ' ';) at++;
  for (size_t i = 0; i < sizeof operators / sizeof *operators && found == sizeof operators / sizeof *operators; i++)
    if (!strncmp(at, operators[i].sign, strlen(operators[i].sign))) found = i;
  if (found == sizeof operators / sizeof *operators || is_reserved(name)) return skip;
  for (at += strlen(operators[found].sign); *at == ' ';) at++;
  long long right, left;
  if (!integer(at, &right, &end) || *end != '"') return skip;
  const char *value = member(object, name);
  if (!value || !integer(value, &left, &end)) return skip;
  int holds = left < right ? operators[found].less : left == right ? operators[found].equal : operators[found].greater;
  return holds ? "\"value\":true" : "\"value\":false";
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    const char *start = line + strspn(line, " \t\r\n"), *op = member(start, "op"), *id = member(start, "id"), *format = member(start, "format");
    if (!*start) continue;
    const char *result = "\"skip\":\"This is not offered.\"";
    if (op && !strncmp(op, "\"hello\"", 7))
      result = "\"implementation\":\"example.c\",\"version\":\"1.0\",\"protocol\":1,\"ops\":[\"evaluate\"],\"engines\":[]";
    else if (op && !strncmp(op, "\"evaluate\"", 10) && format && *format == '"' && !member(start, "arguments"))
      result = evaluate(format + 1, member(start, "object"));
    printf("{\"id\":%.*s,%s}\n", id ? (int)strcspn(id, ",} ") : 4, id ? id : "null", result);
    fflush(stdout);
  }
  free(line);
  return 0;
}
