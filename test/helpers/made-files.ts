/** Files to send: sound ones of every type, and hostile ones. Made when asked for, byte for byte the same each time. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { ZipFile } from 'yazl';
import { madeOnce } from './made-once.js';

/** A file of `test/fixtures/files`; its README says what is in it. */
export const fixture = (name: 'photo.jpg' | 'photo.heic' | 'animated.gif' | 'clip.mp4' | 'tone.mp3') =>
  readFile(fileURLToPath(new URL(`../fixtures/files/${name}`, import.meta.url)));

/** Colours of the corners of `orientedJpeg` as people see it: top left, top right, bottom left, bottom right. */
export const CORNERS = ['#e02020', '#20a020', '#2040e0', '#e0c020'] as const;

/** Turns the picture as seen into the pixels a camera stores with an EXIF orientation. */
const STORED: readonly ((seen: Sharp) => Sharp)[] = [
  (seen) => seen,
  (seen) => seen.flop(),
  (seen) => seen.rotate(180),
  (seen) => seen.flip(),
  (seen) => seen.rotate(270).flop(),
  (seen) => seen.rotate(270),
  (seen) => seen.rotate(90).flop(),
  (seen) => seen.rotate(90),
];

const square = async (colour: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** The picture of four colours, upright. */
async function seenPicture(width: number, height: number): Promise<Buffer> {
  const [half, middle] = [width / 2, height / 2];
  const layers = CORNERS.map(async (colour, at) => ({
    input: await square(colour, half, middle),
    left: (at % 2) * half,
    top: Math.floor(at / 2) * middle,
  }));
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(await Promise.all(layers))
    .png()
    .toBuffer();
}

/** A JPEG that is seen as 80 × 40 with `CORNERS`, stored as a camera does it; with camera, time and place in EXIF. */
export const orientedJpeg = madeOnce(async (orientation: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8) => {
  const turn = STORED[orientation - 1];
  const seen = await seenPicture(80, 40);
  const stored = turn ? await turn(sharp(seen)).png().toBuffer() : seen;
  return sharp(stored)
    .withExif({
      IFD0: { Make: 'Plinth', Model: 'Test', ImageDescription: 'Four corners' },
      IFD2: { DateTimeOriginal: '2026:03:02 07:11:00', FNumber: '56/10', ISOSpeedRatings: '200' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '43/1 21/1 3600/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '8/1 24/1 3600/100',
      },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
});

/** A JPEG of 4000 × 3000 pixels with something to see in it. */
export const largeJpeg = madeOnce(() =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 70 })
    .toBuffer(),
);

/** A red PNG of this size. */
export const plainPng = madeOnce<[width?: number, height?: number]>((width = 30, height = 20) =>
  square('#e02020', width, height),
);

/** A PNG whose left half is red and whose right half is not there. */
export const alphaPng = madeOnce(async () => {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: 40, height: 40, channels: 4, background } })
    .composite([{ input: await square('#e02020', 20, 40), left: 0, top: 0 }])
    .png()
    .toBuffer();
});

/** A drawing with every usual way to run a script. */
export const SCRIPTED_SVG = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10" width="20" height="10" onload="alert(1)">
<script>alert(2)</script>
<a xlink:href="javascript:alert(3)"><rect id="kept" width="20" height="10" fill="#2040e0" onclick="alert(4)"/></a>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(5)"/></body></foreignObject>
</svg>`;

/** A PDF of one empty page. */
/** A drawing of a few hundred bytes whose copies of copies make ten times as many with each level. */
export function copies(levels: number): string {
  const groups = Array.from(
    { length: levels },
    (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`,
  );
  const first = '<g id="a0"><rect width="1" height="1"/></g>';
  const defs = `<defs>${first}${groups.join('')}</defs>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${defs}<use href="#a${levels}"/></svg>`;
}

export function smallPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

/** A zip archive of files by their names. */
export function zipOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  const mtime = new Date('2026-01-01T12:00:00Z');
  for (const [name, bytes] of Object.entries(files)) archive.addBuffer(bytes, name, { mtime });
  archive.end();
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    archive.outputStream.on('data', (part: Buffer) => parts.push(part));
    archive.outputStream.on('error', reject);
    archive.outputStream.on('end', () => resolve(Buffer.concat(parts)));
  });
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black PNG of some kilobytes that says it has this many pixels; with `pixels` it really does. */
export function pixelBomb(width: number, height: number, { pixels }: { pixels: boolean }): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(pixels ? (Math.ceil(width / 8) + 1) * height : 16);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const PAGE = '<html><body><script>alert(document.domain)</script></body></html>';

/** Hostile files by the name they come under. `asImage`: what a property of images does with them. */
export async function hostileFiles(): Promise<
  { name: string; bytes: Buffer; asImage: 'refused' | 'taken' }[]
> {
  const jpeg = await orientedJpeg(1);
  const [png, heic] = [await plainPng(), await fixture('photo.heic')];
  const refused = (name: string, bytes: Buffer) => ({ name, bytes, asImage: 'refused' as const });
  return [
    refused('bomb.png', pixelBomb(65_000, 65_000, { pixels: false })),
    refused('small-bomb.png', pixelBomb(16_000, 16_000, { pixels: true })),
    refused('page.jpg', Buffer.from(PAGE)),
    refused('script.gif', Buffer.from('GIF89a=1;alert(1)//')),
    refused('half.jpg', jpeg.subarray(0, Math.floor(jpeg.length / 2))),
    refused('half.png', png.subarray(0, Math.floor(png.length * 0.6))),
    refused('half.heic', heic.subarray(0, Math.floor(heic.length / 2))),
    refused('head.jpg', jpeg.subarray(0, 24)),
    refused('noise.heic', Buffer.concat([heic.subarray(0, 40), Buffer.alloc(4000, 0xa5)])),
    refused('empty.png', Buffer.alloc(0)),
    refused('document.png', smallPdf()),
    // Sound images that are something else as well: harmless as long as they are served as images.
    { name: 'page-behind.jpg', bytes: Buffer.concat([jpeg, Buffer.from(PAGE)]), asImage: 'taken' },
    { name: 'wrong-extension.gif', bytes: png, asImage: 'taken' },
  ];
}
