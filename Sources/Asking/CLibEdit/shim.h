// What Swift cannot reach of libedit by itself: el_set, el_get and history are variadic, and the standard streams are
// mutable globals. One function here for each combination of operation and argument types that is used.
#ifndef OPENPREDICATE_CLIBEDIT_SHIM_H
#define OPENPREDICATE_CLIBEDIT_SHIM_H

#include <histedit.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef char *(*editor_prompt_function)(EditLine *);
typedef unsigned char (*editor_key_function)(EditLine *, int);

// An editor on the standard streams.
static inline EditLine *editor_init(const char *program) {
  return el_init(program, stdin, stdout, stderr);
}

// Operations that take one number: EL_SIGNAL, EL_EDITMODE, EL_PREP_TERM.
static inline int editor_set_number(EditLine *editor, int operation, int value) {
  return el_set(editor, operation, value);
}

// Operations that take one text: EL_EDITOR, EL_TERMINAL.
static inline int editor_set_text(EditLine *editor, int operation, const char *value) {
  return el_set(editor, operation, value);
}

// The prompt; the text between two `escape` characters takes no columns.
static inline int editor_set_prompt(EditLine *editor, editor_prompt_function function, char escape) {
  return el_set(editor, EL_PROMPT_ESC, function, escape);
}

// A pointer that the callbacks get back.
static inline int editor_set_client_data(EditLine *editor, void *data) {
  return el_set(editor, EL_CLIENTDATA, data);
}

static inline void *editor_client_data(EditLine *editor) {
  void *data = NULL;
  if (el_get(editor, EL_CLIENTDATA, &data) != 0) return NULL;
  return data;
}

// A function that keys can be bound to.
static inline int editor_add_function(
    EditLine *editor, const char *name, const char *help, editor_key_function function) {
  return el_set(editor, EL_ADDFN, name, help, function);
}

// bind KEY FUNCTION
static inline int editor_bind(EditLine *editor, const char *key, const char *function) {
  return el_set(editor, EL_BIND, key, function, NULL);
}

// bind -a KEY FUNCTION: the command map of the vi keys.
static inline int editor_bind_alternative(EditLine *editor, const char *key, const char *function) {
  return el_set(editor, EL_BIND, "-a", key, function, NULL);
}

// Whether the keys are those of emacs, and not those of vi.
static inline int editor_uses_emacs_keys(EditLine *editor) {
  const char *name = NULL;
  return el_get(editor, EL_EDITOR, &name) == 0 && name != NULL && strcmp(name, "emacs") == 0;
}

// setty -d CHANGE: the terminal's settings while a line is edited.
static inline int editor_set_terminal_mode(EditLine *editor, const char *change) {
  return el_set(editor, EL_SETTY, "-d", change, NULL);
}

static inline int editor_set_history(EditLine *editor, History *entries) {
  return el_set(editor, EL_HIST, history, entries);
}

static inline int editor_refresh(EditLine *editor) {
  return el_set(editor, EL_REFRESH);
}

// Operations on a history that take nothing: H_CLEAR.
static inline int editor_history(History *entries, int operation) {
  HistEvent event;
  return history(entries, &event, operation);
}

// Operations on a history that take one number: H_SETSIZE, H_SETUNIQUE.
static inline int editor_history_number(History *entries, int operation, int value) {
  HistEvent event;
  return history(entries, &event, operation, value);
}

// Operations on a history that take one text: H_ENTER.
static inline int editor_history_text(History *entries, int operation, const char *value) {
  HistEvent event;
  return history(entries, &event, operation, value);
}

#endif
