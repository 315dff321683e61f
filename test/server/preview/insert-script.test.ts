/** Where the tag is put into a page, however the page comes in pieces. */
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { InsertScript } from '../../../server/preview/insert-script.js';

const TAG = '<script></script>';

async function inserted(pieces: readonly (string | Buffer)[]): Promise<Buffer> {
  const step = new InsertScript(TAG);
  for (const piece of pieces) step.write(piece);
  step.end();
  return buffer(step);
}

it.each([
  ['<!doctype html><html lang="en"><head>|<meta></head></html>'],
  ['<html><head data-a=">">|<title>x</title>'],
  ['<!DOCTYPE html>\n<!-- <head> -->\n<HTML>\n<HEAD\n>|<title>x</title>'],
  ['<!doctype html>|<title>no head</title>'],
  ['<!doctype html><html>|\n<body>none</body>'],
  ['|<p>a part</p>'],
  ['|<header>not a head</header>'],
  ['\u00ef\u00bb\u00bf<!doctype html>|<p>x'],
  ['|'],
  ['| only text, 5 < 6'],
  ['<!doctype html>|<!-- never closed <head>'],
  ['<html>|<head data-a="never closed>'],
])('%j', async (marked) => {
  const page = Buffer.from(marked.replace('|', ''), 'latin1');
  const expected = Buffer.from(marked.replace('|', TAG), 'latin1');
  expect(await inserted([page])).toEqual(expected);
  expect(await inserted([...page].map((byte) => Buffer.of(byte)))).toEqual(expected);
});

it('changes no byte of a page in UTF-16', async () => {
  const page = Buffer.from('\ufeff<!doctype html><head></head>', 'utf16le');
  expect(await inserted([page])).toEqual(page);
});

it('gives up looking for a head after 64 kB, and loses nothing', async () => {
  const long = `<!doctype html><!--${'-'.repeat(70_000)}`;
  const pieces = [long.slice(0, 30_000), long.slice(30_000), ' --><head>'];
  const answer = String(await inserted(pieces));
  expect(answer.replace(TAG, '')).toBe(pieces.join(''));
  expect(answer.indexOf(TAG)).toBe('<!doctype html>'.length);
});
