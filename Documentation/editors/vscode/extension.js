'use strict';

// The extension: it hands documents to `predicate language-server`, and shows what the server finds.

const vscode = require('vscode');
const { Client } = require('./client');

// The documents that may hold predicates. The server decides what a document holds.
const LANGUAGES = [
  'xml', 'plist', 'yaml', 'json', 'jsonc', 'shellscript', 'makefile', 'swift', 'objective-c', 'objective-cpp', 'python', 'javascript', 'typescript',
  'java', 'kotlin', 'csharp', 'go', 'ruby', 'robotframework', 'markdown', 'predicate',
];
const TRIGGERS = ['.', '@', '(', '$', '[', '{', '"', "'", ' '];

let client;
let found;
let output;

function settings() {
  const section = vscode.workspace.getConfiguration('predicate');
  return { profile: section.get('profile') || 'auto', profiles: section.get('profiles') || {} };
}

function isChecked(document) {
  return LANGUAGES.includes(document.languageId) && ['file', 'untitled'].includes(document.uri.scheme);
}

function range(value) {
  return new vscode.Range(value.start.line, value.start.character, value.end.line, value.end.character);
}

function place(document, position) {
  return {
    textDocument: { uri: document.uri.toString() }, position: { line: position.line, character: position.character },
  };
}

function edits(list) {
  return list.map((edit) => new vscode.TextEdit(range(edit.range), edit.newText));
}

function show(published) {
  found.set(vscode.Uri.parse(published.uri), published.diagnostics.map((item) => {
    const level = item.severity === 1 ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
    const diagnostic = new vscode.Diagnostic(range(item.range), item.message, level);
    diagnostic.code = item.code;
    diagnostic.source = item.source;
    return diagnostic;
  }));
}

function open(document) {
  if (!client || !isChecked(document)) return;
  client.notify('textDocument/didOpen', {
    textDocument: {
      uri: document.uri.toString(), languageId: document.languageId, version: document.version, text: document.getText(),
    },
  });
}

function change(event) {
  if (!client || !isChecked(event.document) || event.contentChanges.length === 0) return;
  client.notify('textDocument/didChange', {
    textDocument: { uri: event.document.uri.toString(), version: event.document.version },
    contentChanges: event.contentChanges.map((part) => ({
      range: {
        start: { line: part.range.start.line, character: part.range.start.character },
        end: { line: part.range.end.line, character: part.range.end.character },
      },
      text: part.text,
    })),
  });
}

function close(document) {
  if (!client || !isChecked(document)) return;
  client.notify('textDocument/didClose', { textDocument: { uri: document.uri.toString() } });
  found.delete(document.uri);
}

async function start() {
  const section = vscode.workspace.getConfiguration('predicate');
  const folder = (vscode.workspace.workspaceFolders || [])[0];
  const started = new Client(section.get('path') || 'predicate', ['language-server'], {
    cwd: folder && folder.uri.scheme === 'file' ? folder.uri.fsPath : undefined,
    notify: (method, params) => {
      if (method === 'textDocument/publishDiagnostics') show(params);
      else if (method === 'window/logMessage') output.appendLine(params.message);
    },
    ended: (reason) => {
      if (client === started) client = undefined;
      output.appendLine(reason);
      vscode.window.showWarningMessage(
        `predicate language-server does not run: ${reason}. The setting predicate.path names the program.`);
    },
  });
  client = started;
  await started.request('initialize', {
    processId: process.pid, rootUri: folder ? folder.uri.toString() : null, capabilities: {},
    initializationOptions: settings(),
  });
  started.notify('initialized', {});
  vscode.workspace.textDocuments.forEach(open);
}

async function stop() {
  const stopped = client;
  client = undefined;
  if (found) found.clear();
  if (stopped) await stopped.stop().catch(() => {});
}

const providers = {
  async provideCompletionItems(document, position) {
    if (!client) return undefined;
    const list = await client.request('textDocument/completion', place(document, position));
    return list && list.items.map((item) => {
      // The numbers of the protocol begin at 1, those of the editor at 0.
      const completion = new vscode.CompletionItem(item.label, item.kind - 1);
      completion.detail = item.detail;
      completion.documentation = item.documentation;
      completion.sortText = item.sortText;
      completion.filterText = item.filterText;
      completion.range = range(item.textEdit.range);
      completion.insertText = item.textEdit.newText;
      return completion;
    });
  },

  async provideHover(document, position) {
    if (!client) return undefined;
    const hover = await client.request('textDocument/hover', place(document, position));
    return hover ? new vscode.Hover(hover.contents.value.split('\n').join('\n\n'), range(hover.range)) : undefined;
  },

  async provideCodeActions(document, selection) {
    if (!client) return [];
    const actions = await client.request('textDocument/codeAction', {
      textDocument: { uri: document.uri.toString() },
      range: {
        start: { line: selection.start.line, character: selection.start.character },
        end: { line: selection.end.line, character: selection.end.character },
      },
      context: { diagnostics: [] },
    });
    return (actions || []).map((item) => {
      const action = new vscode.CodeAction(item.title, vscode.CodeActionKind.QuickFix);
      action.edit = new vscode.WorkspaceEdit();
      for (const [uri, list] of Object.entries(item.edit.changes)) action.edit.set(vscode.Uri.parse(uri), edits(list));
      return action;
    });
  },

  async provideDocumentFormattingEdits(document) {
    if (!client) return [];
    return edits(await client.request('textDocument/formatting', { textDocument: { uri: document.uri.toString() } }) || []);
  },
};

async function activate(context) {
  found = vscode.languages.createDiagnosticCollection('predicate');
  output = vscode.window.createOutputChannel('Predicate');
  context.subscriptions.push(
    found, output, vscode.workspace.onDidOpenTextDocument(open), vscode.workspace.onDidChangeTextDocument(change),
    vscode.workspace.onDidCloseTextDocument(close),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('predicate.path')) {
        await stop();
        await start();
      } else if (event.affectsConfiguration('predicate') && client) {
        client.notify('workspace/didChangeConfiguration', { settings: { predicate: settings() } });
      }
    }),
    vscode.languages.registerCompletionItemProvider(LANGUAGES, providers, ...TRIGGERS),
    vscode.languages.registerHoverProvider(LANGUAGES, providers),
    vscode.languages.registerCodeActionsProvider(LANGUAGES, providers),
    // Only files of predicates: the canonical form of predicates is no format of a whole document of another language.
    vscode.languages.registerDocumentFormattingEditProvider(['predicate'], providers),
    vscode.commands.registerCommand('predicate.restart', async () => {
      await stop();
      await start();
    }));
  await start().catch((error) => output.appendLine(error.message));
}

module.exports = { activate, deactivate: stop };
