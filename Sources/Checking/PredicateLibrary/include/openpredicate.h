/* The language of NSPredicate for programs in any language: text in, JSON out.
 *
 * Every function takes texts of UTF-8 that end with a NUL, and returns a text of JSON that ends with a NUL. The caller owns the text and
 * gives it to openpredicate_free. No function returns NULL unless there is no memory, or reads the environment. Nothing is kept but a handle that
 * the caller makes and releases. Every function may be called from several threads at once, also with one handle. A thread needs a stack of 2 MiB.
 *
 * An error is {"error": {"code": "operand-expected", "message": "...", "start": 6, "end": 6, ...}}: start and end are offsets in bytes of the
 * predicate.
 *
 * options is NULL or an object of JSON:
 *   "profile"      what takes the predicate: munki, ddm, oslog, jamf-protect, ... (predicate profile lists them); else foundation
 *   "profileJSON"  a profile of the caller's own, as a text of JSON
 *   "variables"    an object: the values of $variables
 *   "at"           an array of places in documents, instead of those of the profile: ["rules[].when"]
 *   "edits"        true: findings in a document have the edit that mends them, if one is known
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

/* Every error and note of the predicates in a document: a property list, YAML, JSON, XML, a script, a source. name gives the kind of the file,
 * and appears in the findings. bytes has length bytes and needs no NUL. Without a profile in the options the document is checked by the
 * profiles that it belongs to. {"findings": [{"file": "lab.json", "line": 3, "column": 17, "endLine": 3, "endColumn": 23, "severity": "error",
 * "code": "unquoted-word", "message": "...", "hint": "...", "profile": "munki", "path": "conditional_items[0].condition",
 * "edit": {"line": 3, "column": 17, "endLine": 3, "endColumn": 23, "text": "\\\"laptop\\\""}}], "predicates": 1, "profiles": {"munki": 1},
 * "unreadable": false}. Lines and columns count from 1, columns in Unicode scalars. */
char *openpredicate_check_document(const char *bytes, size_t length, const char *name, const char *options);

/* A predicate and its options, read once for many calls. With NULL for the predicate the handle checks documents and other predicates.
 * Whatever is wrong with the predicate or the options is the answer of each call. */
typedef struct openpredicate_handle openpredicate_handle;
openpredicate_handle *openpredicate_prepare(const char *predicate, const char *options);

/* The functions above, with the predicate and the options of a handle. */
char *openpredicate_prepared_evaluate(const openpredicate_handle *handle, const char *record);
char *openpredicate_prepared_filter(const openpredicate_handle *handle, const char *records, size_t length);
char *openpredicate_prepared_explain(const openpredicate_handle *handle, const char *record);
char *openpredicate_prepared_check(const openpredicate_handle *handle, const char *predicate);
/* Of a handle without a predicate. */
char *openpredicate_prepared_check_document(const openpredicate_handle *handle, const char *bytes, size_t length, const char *name);

/* Ends a handle; NULL is fine. */
void openpredicate_release(openpredicate_handle *handle);

/* Frees a text that one of the functions returned; NULL is fine. */
void openpredicate_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
