/* The language of NSPredicate for programs in any language: text in, JSON out.
 *
 * Every function takes texts of UTF-8 that end with a NUL, and returns a text of JSON that ends with a NUL. The caller owns the text and
 * gives it to openpredicate_free. No function returns NULL unless there is no memory, keeps anything, or reads the environment. Every function
 * may be called from several threads at once. A thread needs a stack of 512 KiB (2 MiB in debug builds).
 *
 * An error is {"error": {"code": "operand-expected", "message": "...", "start": 6, "end": 6, ...}}: start and end are offsets in bytes of the
 * predicate.
 *
 * options is NULL or an object of JSON:
 *   "profile"      what takes the predicate: munki, ddm, oslog, jamf-protect, ... (predicate profile lists them); else foundation
 *   "profileJSON"  a profile of the caller's own, as a text of JSON
 *   "variables"    an object: the values of $variables
 */
#ifndef OPENPREDICATE_H
#define OPENPREDICATE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every error and note of a predicate: {"findings": [{"severity": "error", "code": "unquoted-word", "message": "...", "hint": "...",
 * "start": 16, "end": 22, "line": 1, "column": 17}]}. */
char *openpredicate_check(const char *predicate, const char *options);

/* A predicate in its canonical form: {"canonical": "year > 1990"}. */
char *openpredicate_format(const char *predicate, const char *options);

/* Whether a predicate holds of a record, which is an object of JSON: {"holds": true}. */
char *openpredicate_evaluate(const char *predicate, const char *record, const char *options);

/* The numbers, from 1, of the lines that hold an object of JSON of which the predicate is true: {"matches": [1, 4], "records": 5,
 * "failures": [{"line": 3, "code": "...", "message": "..."}], "missingKeys": [{"name": "yaer", "nearest": "year"}]}.
 * records has length bytes and needs no NUL. */
char *openpredicate_filter(const char *predicate, const char *records, size_t length, const char *options);

/* Why a predicate holds of a record or not: {"explanation": {"text": "...", "holds": false, "decides": true, "values": [...],
 * "parts": [...]}}. */
char *openpredicate_explain(const char *predicate, const char *record, const char *options);

/* Frees a text that one of the functions returned; NULL is fine. */
void openpredicate_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
