// Tray: what it was given. As in Electron, an image that is not there is an error, and a destroyed one cannot be used.
const fs = require('node:fs');

class Tray {
  static shown = new Set();
  constructor(image) {
    if (!fs.existsSync(image)) throw new Error(`Failed to load image from path '${image}'`);
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
  on() {
    return this;
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
