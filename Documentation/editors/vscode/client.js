'use strict';

// A client of the language server protocol: it starts the server, frames messages, and matches answers with requests.

const { spawn } = require('child_process');

class Client {
  /**
   * @param {string} command The program.
   * @param {string[]} words Its arguments.
   * @param {{notify?: (method: string, params: any) => void, ended?: (reason: string) => void, cwd?: string}} handlers
   */
  constructor(command, words, handlers = {}) {
    this.handlers = handlers;
    this.pending = new Map();
    this.lastId = 0;
    this.buffer = Buffer.alloc(0);
    this.isOpen = true;
    this.errors = '';
    this.process = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'], cwd: handlers.cwd });
    this.process.stdout.on('data', (chunk) => this.receive(chunk));
    this.process.stderr.on('data', (chunk) => { this.errors = (this.errors + chunk).slice(-2000); });
    this.process.stdin.on('error', () => {});
    this.process.on('error', (error) => this.end(error.message));
    this.process.on('close', (code) => this.end(this.errors.trim() || `the server ended with status ${code}`));
  }

  /** Sends a request. The promise has its result. */
  request(method, params) {
    if (!this.isOpen) return Promise.reject(new Error('the server does not run'));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.send({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** Sends a notification. */
  notify(method, params) {
    if (this.isOpen) this.send({ jsonrpc: '2.0', method, params });
  }

  /** Ends the server as the protocol asks for. */
  async stop() {
    if (!this.isOpen) return;
    this.isStopping = true;
    try {
      await this.request('shutdown');
    } finally {
      this.notify('exit');
    }
  }

  send(message) {
    const body = Buffer.from(JSON.stringify(message), 'utf8');
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  receive(chunk) {
    this.buffer = Buffer.concat([this.buffer, chunk]);
    for (;;) {
      const head = this.buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.buffer.toString('latin1', 0, head));
      if (!length) {
        this.process.kill();
        return;
      }
      const end = head + 4 + Number(length[1]);
      if (this.buffer.length < end) return;
      const message = JSON.parse(this.buffer.toString('utf8', head + 4, end));
      this.buffer = this.buffer.subarray(end);
      this.take(message);
    }
  }

  take(message) {
    if (message.method !== undefined) {
      if (this.handlers.notify) this.handlers.notify(message.method, message.params);
      return;
    }
    const waiting = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (!waiting) return;
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  end(reason) {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const { reject } of this.pending.values()) reject(new Error(reason));
    this.pending.clear();
    if (!this.isStopping && this.handlers.ended) this.handlers.ended(reason);
  }
}

module.exports = { Client };
