// Tray: what it was given. As in Electron, an image that is not there is an error, as one of Windows is elsewhere, and a
// destroyed one cannot be used.
const { EventEmitter } = require('node:events');
const fs = require('node:fs');

class Tray extends EventEmitter {
  static shown = new Set();
  constructor(image) {
    super();
    const isReadable = fs.existsSync(image) && (!image.endsWith('.ico') || process.platform === 'win32');
    if (!isReadable) throw new Error(`Failed to load image from path '${image}'`);
    this.image = image;
    Tray.shown.add(this);
  }
  setToolTip(text) {
    this.#check();
    this.toolTip = text;
  }
  setContextMenu(menu) {
    this.#check();
    this.menu = menu;
  }
  isDestroyed() {
    return !Tray.shown.has(this);
  }
  destroy() {
    Tray.shown.delete(this);
  }
  #check() {
    if (this.isDestroyed()) throw new TypeError('Tray is destroyed');
  }
}

exports.Tray = Tray;
