'use strict';

// Runs the extension for VS Code with a stub of the editor against the real server: node vscode.js EXTENSION SERVER FOLDER
// Prints a line of JSON for each thing that the editor is shown.

const Module = require('module');
const path = require('path');

const [extensionFolder, server, folder] = process.argv.slice(2);
const listeners = {};
const providers = {};
const commands = {};
const messages = [];
let diagnostics = new Map();
let waiting = [];

class Range {
  constructor(line, column, endLine, endColumn) {
    this.start = { line, character: column };
    this.end = { line: endLine, character: endColumn };
  }
}

const Uri = { parse: (text) => ({ scheme: text.split(':')[0], fsPath: text.replace('file://', ''), toString: () => text }) };

class WorkspaceEdit {
  constructor() { this.entries = []; }
  set(uri, edits) { this.entries.push([uri.toString(), edits]); }
}

const settings = { path: server, profile: 'auto', profiles: {} };
const on = (name) => (listener) => { listeners[name] = listener; return {}; };
const register = (name) => (languages, provider) => { providers[name] = { languages, provider }; return {}; };
const vscode = {
  Range, Uri, WorkspaceEdit,
  Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
  DiagnosticSeverity: { Error: 0, Warning: 1 },
  CompletionItem: class { constructor(label, kind) { Object.assign(this, { label, kind }); } },
  TextEdit: class { constructor(range, newText) { Object.assign(this, { range, newText }); } },
  Hover: class { constructor(contents, range) { Object.assign(this, { contents, range }); } },
  CodeAction: class { constructor(title, kind) { Object.assign(this, { title, kind }); } },
  CodeActionKind: { QuickFix: 'quickfix' },
  languages: {
    createDiagnosticCollection: () => ({
      set: (uri, list) => {
        diagnostics.set(uri.toString(), list);
        waiting = waiting.filter((each) => !each());
      },
      delete: (uri) => diagnostics.delete(uri.toString()), clear: () => diagnostics.clear(),
    }),
    registerCompletionItemProvider: register('completion'), registerHoverProvider: register('hover'),
    registerCodeActionsProvider: register('actions'), registerDocumentFormattingEditProvider: register('formatting'),
  },
  window: {
    createOutputChannel: () => ({ appendLine: (line) => messages.push(line) }),
    showWarningMessage: (text) => messages.push(text),
  },
  workspace: {
    textDocuments: [], workspaceFolders: [{ uri: Uri.parse(`file://${folder}`) }],
    getConfiguration: () => ({ get: (name) => settings[name] }),
    onDidOpenTextDocument: on('open'), onDidChangeTextDocument: on('change'), onDidCloseTextDocument: on('close'),
    onDidChangeConfiguration: on('configuration'),
  },
  commands: { registerCommand: (name, run) => { commands[name] = run; return {}; } },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const extension = require(path.resolve(extensionFolder, 'extension.js'));

function document(name, languageId, text) {
  return { uri: Uri.parse(`file://${folder}/${name}`), languageId, version: 1, text, getText() { return this.text; } };
}

/** The codes of a document, as soon as they are shown. */
function codes(document, isEnough) {
  return new Promise((resolve) => {
    const look = () => {
      const list = diagnostics.get(document.uri.toString());
      if (!list || !isEnough(list)) return false;
      resolve(list.map((item) => [item.code, item.severity, item.range.start.line, item.range.start.character]));
      return true;
    };
    if (!look()) waiting.push(look);
  });
}

function print(name, value) { console.log(JSON.stringify({ [name]: value })); }

(async () => {
  const context = { subscriptions: [] };
  await extension.activate(context);
  const manifest = document('a.json', 'json', '{"installable_condition": "machine_type == laptop"}');
  listeners.open(manifest);
  print('diagnostics', await codes(manifest, (list) => list.length > 0));

  const selection = new Range(0, 45, 0, 45);
  const [action] = await providers.actions.provider.provideCodeActions(manifest, selection);
  print('action', [action.title, action.kind, action.edit.entries[0][1][0].newText]);
  const hover = await providers.hover.provider.provideHover(manifest, { line: 0, character: 30 });
  print('hover', hover.contents.split('\n')[0]);

  const edit = action.edit.entries[0][1][0];
  manifest.version = 2;
  listeners.change({ document: manifest, contentChanges: [{ range: edit.range, text: edit.newText }] });
  print('mended', await codes(manifest, (list) => list.length === 0));

  const script = document('run.sh', 'shellscript', 'log show --predicate \'subsystem == "x" AND pro\'\n');
  listeners.open(script);
  const items = await providers.completion.provider.provideCompletionItems(script, { line: 0, character: 46 });
  print('completion', items.filter((item) => item.label === 'process').map((item) => [item.kind, item.insertText]));

  const lines = document('a.predicate', 'predicate', "a=='x'\n");
  listeners.open(lines);
  const formatted = await providers.formatting.provider.provideDocumentFormattingEdits(lines);
  print('formatting', formatted.map((item) => item.newText));

  const other = document('a.html', 'html', '<p>');
  listeners.open(other);
  listeners.close(manifest);
  print('closed', diagnostics.has(manifest.uri.toString()));

  await commands['predicate.restart']();
  settings.path = path.join(folder, 'nothing');
  await listeners.configuration({ affectsConfiguration: () => true }).catch(() => {});
  print('missing', messages.some((text) => text.includes('ENOENT') && text.includes('predicate.path')));
  await extension.deactivate();
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
