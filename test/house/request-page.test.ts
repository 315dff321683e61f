import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const server = fileURLToPath(new URL('../../server', import.meta.url));
const page = readFileSync(join(server, 'how-a-request-travels.md'), 'utf8');

/** A linked file, then the functions of it that are named right after the link. */
const NAMED = /\]\(([\w/-]+\.ts)\)((?:, `\w+`)+)/g;

/** Whether a file defines a function, a constant or a method of this name. */
const defines = (source: string, name: string): boolean =>
  new RegExp(`(?:function|const) ${name}\\b|^  (?:async )?${name}(?:<.*>)?\\((?!.*;$)`, 'm').test(source);

/** Functions that the page names after a file that does not define them. */
function wrong(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([, file = '', list = '']) => {
    const source = readFileSync(join(server, file), 'utf8');
    return [...list.matchAll(/`(\w+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !defines(source, name))
      .map((name) => `${file} has no ${name}`);
  });
}

describe('the page “How a request travels”', () => {
  it('names functions that are in the files it links', () => {
    expect([...page.matchAll(NAMED)].length).toBeGreaterThan(15);
    expect(wrong(page)).toEqual([]);
  });
});
