// ipcMain, and the `ipc` of one page.
const { EventEmitter } = require('node:events');

class IpcMain extends EventEmitter {
  constructor() {
    super();
    this.handlers = new Map();
  }
  handle(channel, handler) {
    if (this.handlers.has(channel)) throw new Error(`A second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }
  removeHandler(channel) {
    this.handlers.delete(channel);
  }
  async answer(channel, event, args) {
    const handler = this.handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler(event, ...args);
  }
}

exports.IpcMain = IpcMain;
