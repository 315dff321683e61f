// Draws the images of the starters: node resources/starters/draw/draw.mjs
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { documentation } from './documentation.mjs';
import { magazine } from './magazine.mjs';
import { portfolio } from './portfolio.mjs';

const STARTERS = join(import.meta.dirname, '..');

for (const [starter, images] of Object.entries({ magazine, documentation, portfolio })) {
  const folder = join(STARTERS, starter, 'files');
  await rm(folder, { recursive: true, force: true });
  for (const [name, draw] of Object.entries(images)) {
    const path = join(folder, `${name}.webp`);
    await mkdir(dirname(path), { recursive: true });
    await sharp(Buffer.from(draw())).webp({ quality: 80, effort: 6, smartSubsample: true }).toFile(path);
  }
}
