import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ReplaceBytes } from '../../../server/preview/replace-bytes.js';

const PAIRS = [
  ['http://here/abc', '/x'],
  ['abc', 'yyyy'],
] as const;

const passed = (chunks: readonly string[]) =>
  text(Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(new ReplaceBytes(PAIRS)));

describe('words in what is passed on', () => {
  it.each([
    ['', ''],
    ['nothing', 'nothing'],
    ['<a href="http://here/abc/1"> abc', '<a href="/x/1"> yyyy'],
    ['http://here/abhttp://here/abc', 'http://here/ab/x'],
    ['aabcabc', 'ayyyyyyyy'],
    ['http://here/ab', 'http://here/ab'],
  ])('are replaced in %j, however it is cut', async (whole, replaced) => {
    expect(await passed([whole])).toBe(replaced);
    expect(await passed([...whole])).toBe(replaced);
    for (let cut = 0; cut <= whole.length; cut += 1)
      expect(await passed([whole.slice(0, cut), whole.slice(cut)])).toBe(replaced);
  });

  it('are waited for only where a part may go on with one', () => {
    const stream = new ReplaceBytes(PAIRS);
    const pass = (chunk: string) => {
      stream.write(Buffer.from(chunk));
      return String(stream.read() ?? '');
    };
    expect([pass('first'), pass(' http://here'), pass('/you'), pass('ab'), pass('c')]).toEqual([
      ...['first', ' ', 'http://here/you', '', 'yyyy'],
    ]);
  });
});
