/**
 * Draws the icons of the app from its vectors: `node resources/icons/draw.mjs` after a change of one.
 * Sizes below 64 pixels come from a drawing of their own, on whole pixels, because the other would blur.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [LARGE, SMALL, TEMPLATE] = ['plinth.svg', 'plinth-small.svg', 'tray/template.svg'].map(here);

/** What Windows shows at 100, 125, 150, 200, 250 and 300 % in lists and the taskbar, and the sizes of folders. */
const WINDOWS = [16, 20, 24, 32, 40, 48, 64, 128, 256];
/** The area beside the clock has only the small ones. */
const WINDOWS_TRAY = [16, 20, 24, 32, 40, 48];
/** Types of the images in a file of macOS, each a PNG, with their sides; a name that ends with @2x is for fine displays. */
const MACOS = {
  icp4: 16,
  ic11: 32,
  icp5: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
};
const LINUX = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

function draw(side, vector = side < 64 ? SMALL : LARGE) {
  // At the density of the result, so that nothing is scaled once it is drawn.
  const density = (72 * side) / (vector === LARGE ? 1024 : 16);
  return sharp(vector, { density }).resize(side, side);
}

const png = (side, vector) => draw(side, vector).png({ compressionLevel: 9 }).toBuffer();

/** A bitmap of an .ico: rows from below, blue first, and a mask of one bit for programs that know no alpha. */
async function bitmap(side) {
  const rgba = await draw(side).ensureAlpha().raw().toBuffer();
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(side, 4);
  header.writeInt32LE(side * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(side * side * 4);
  const row = Math.ceil(side / 32) * 4;
  const mask = Buffer.alloc(row * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [r, g, b, a] = rgba.subarray((y * side + x) * 4);
      const from = side - 1 - y;
      pixels.set([b, g, r, a], (from * side + x) * 4);
      if (a === 0) mask[from * row + (x >> 3)] |= 0x80 >> (x & 7);
    }
  }
  return Buffer.concat([header, pixels, mask]);
}

/** An .ico. Only its largest image is a PNG: not every program that reads one takes that for small ones. */
async function ico(sides) {
  const images = await Promise.all(sides.map((side) => (side < 256 ? bitmap(side) : png(side))));
  const directory = Buffer.alloc(6 + 16 * sides.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(sides.length, 4);
  let at = directory.length;
  for (const [index, image] of images.entries()) {
    const entry = 6 + 16 * index;
    // 256 is written as 0.
    directory.writeUInt8(sides[index] % 256, entry);
    directory.writeUInt8(sides[index] % 256, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(image.length, entry + 8);
    directory.writeUInt32LE(at, entry + 12);
    at += image.length;
  }
  return Buffer.concat([directory, ...images]);
}

const chunk = (type, data) => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(data.length + 8, 4);
  return Buffer.concat([head, data]);
};

async function icns() {
  const images = await Promise.all(
    Object.entries(MACOS).map(async ([type, side]) => chunk(type, await png(side))),
  );
  return chunk('icns', Buffer.concat(images));
}

await Promise.all([
  ...LINUX.map(async (side) => writeFile(here(`${side}x${side}.png`), await png(side))),
  writeFile(here('icon.ico'), await ico(WINDOWS)),
  writeFile(here('icon.icns'), await icns()),
  writeFile(here('tray/tray.ico'), await ico(WINDOWS_TRAY)),
  writeFile(here('tray/tray.png'), await png(32)),
  writeFile(here('tray/trayTemplate.png'), await png(16, TEMPLATE)),
  writeFile(here('tray/trayTemplate@2x.png'), await png(32, TEMPLATE)),
]);
