import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that is written by hand. */
const FOLDERS = ['server', 'renderer', 'main', 'test', 'resources'];

const inFolder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));

const files = [
  ...readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...FOLDERS.flatMap(inFolder),
];

const read = (file: string) => readFileSync(join(root, file), 'utf8');

const sources = files.filter((file) => /\.(?:ts|tsx|cts|js|mjs|css)$/.test(file));
const pages = files.filter((file) => file.endsWith('.md'));

/** Code blocks and code in a line hold no links and no headings. */
const withoutCode = (markdown: string) => markdown.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '`');

/** The anchors GitHub makes of the headings of a page. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  const blocks = read(file).replace(/^```.*?^```/gms, '');
  for (const [, heading = ''] of blocks.matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Why nothing is at a path below the repository, with or without an anchor; undefined when something is. */
function brokenAt(path: string, anchor: string | undefined): string | undefined {
  const place = join(root, path);
  if (!existsSync(place)) return 'there is no such file';
  if (anchor === undefined || anchor === '') return undefined;
  if (statSync(place).isDirectory() || !path.endsWith('.md')) return 'only pages have headings';
  return anchorsOf(path).has(anchor) ? undefined : 'the page has no such heading';
}

const line = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** Text as it reads across the lines of a comment. */
const joined = (text: string) => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ');

/** Ways to cite documents that are not in the repository. */
const ELSEWHERE = [
  /\binterface (?:§ ?)?\d/,
  /\binterface, (?:rule|part)\b/,
  /\bfacts? \d/,
  /\bfacts, (?:trap|field|property|universal|validation)\b/,
  /\bthe facts\b/,
  /\b[Rr]ulings?\b/,
  /\bpromises, part\b/,
  /\b[Pp]romise P\d/,
  /\bspeed page\b/,
  /\bhouse page\b/,
  /\bfindings? [A-Z]\d/,
  /\b(?:interface|core|files-auth|promises|speed)\.md\b/,
];

describe('citations of the specification', () => {
  it('name a page and a heading that exist', () => {
    const broken: string[] = [];
    let cited = 0;
    for (const file of sources) {
      const text = read(file);
      for (const { 0: found, 1: page, 2: anchor, index } of text.matchAll(
        /\bspec\/([\w-]+\.md)(?:#([\w-]+))?/g,
      )) {
        cited += 1;
        const problem = brokenAt(`server/spec/${page}`, anchor);
        if (problem) broken.push(`${file}:${line(text, index)} cites ${found}: ${problem}`);
      }
    }
    expect(broken).toEqual([]);
    expect(cited).toBeGreaterThan(250);
  });

  it('are of documents in the repository', () => {
    const own = 'test/house/citations.test.ts';
    const foreign = [...sources, ...pages]
      .filter((file) => file !== own)
      .flatMap((file) => {
        const text = joined(read(file));
        return ELSEWHERE.flatMap((pattern) => pattern.exec(text) ?? []).map(
          (found) => `${file} cites "${found}"`,
        );
      });
    expect(foreign).toEqual([]);
  });
});

describe('the decisions', () => {
  const decisions = files.filter((file) => /^server\/decisions\/\d/.test(file));
  const numbers = decisions.map((file) => Number(/\d+/.exec(file)?.[0]));

  it('have a number each and are all in the list', () => {
    const list = read('server/decisions/README.md');
    const missing = decisions.filter((file) => !list.includes(`](${file.split('/').at(-1)})`));
    expect(missing).toEqual([]);
    expect(new Set(numbers).size).toBe(decisions.length);
    const named = decisions.filter((file, at) => !read(file).startsWith(`# ${numbers[at]}. `));
    expect(named).toEqual([]);
  });

  it('are there where a comment or a page names them', () => {
    const gone = [...sources, ...pages].flatMap((file) =>
      [...joined(read(file)).matchAll(/\bdecisions? ((?:\d+(?:, | and )?)+)/g)]
        .flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
        .filter((number) => !numbers.includes(Number(number)))
        .map((number) => `${file} names decision ${number}`),
    );
    expect(gone).toEqual([]);
  });
});

describe('the Markdown pages of the repository', () => {
  it('link to files and headings that exist', () => {
    const broken: string[] = [];
    for (const file of pages) {
      const text = withoutCode(read(file));
      for (const [, target = ''] of text.matchAll(/\]\(<?([^()\s<>]+)>?(?: "[^"]*")?\)/g)) {
        if (/^(?:[a-z][a-z+.-]*:|\/)/i.test(target)) continue;
        const [path = '', anchor] = decodeURIComponent(target).split('#');
        const place =
          path === ''
            ? file
            : relative(root, resolve(root, dirname(file), path))
                .split(sep)
                .join('/');
        const problem = place.startsWith('..') ? 'it leads out of the repository' : brokenAt(place, anchor);
        if (problem) broken.push(`${file} links to ${target}: ${problem}`);
      }
    }
    expect(broken).toEqual([]);
  });
});
