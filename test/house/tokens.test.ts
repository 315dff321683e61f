/** The values of the look stand in one file, `renderer/ui/tokens.css`; everything else names them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TOKENS = 'renderer/ui/tokens.css';

const files = readdirSync(join(root, 'renderer'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:css|tsx?)$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));

const COLOR =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*[\d.]/i;
const NAMES =
  'aqua|azure|beige|black|blue|brown|coral|crimson|cyan|darkgray|darkgrey|firebrick|fuchsia|gold|gray|green|grey|indigo|ivory|khaki|lavender|lightgray|lightgrey|lime|magenta|maroon|navy|olive|orange|orchid|pink|plum|purple|red|salmon|sienna|silver|snow|tan|teal|tomato|turquoise|violet|wheat|white|whitesmoke|yellow';

interface Rule {
  title: string;
  of: 'css' | 'ts';
  pattern: RegExp;
}

const RULES: readonly Rule[] = [
  { title: 'colors in style sheets', of: 'css', pattern: COLOR },
  {
    title: 'named colors in style sheets',
    of: 'css',
    pattern: new RegExp(`:[^;]*(?<![-\\w"'])(?:${NAMES})(?![-\\w"'])`),
  },
  { title: 'durations in style sheets', of: 'css', pattern: /(?<![-\w.])(?!0m?s\b)\d*\.?\d+m?s\b/ },
  { title: 'layers in style sheets', of: 'css', pattern: /z-index:\s*-?\d/ },
  { title: 'radii in style sheets', of: 'css', pattern: /radius:[^;]*(?<![-\w.])\d*\.?\d+(?:px|rem|em)\b/ },
  {
    title: 'colors of shadows in style sheets',
    of: 'css',
    pattern: /shadow:(?!.*(?:var\(|none|inherit|transparent))[^;]+;/,
  },
  { title: 'colors in components', of: 'ts', pattern: new RegExp(`['"\`\\s:]${COLOR.source}`, 'i') },
  {
    title: 'named colors in components',
    of: 'ts',
    pattern: new RegExp(
      `\\b(?:background|backgroundColor|borderColor|fill|stroke|outlineColor)(?:: |=)["'](?:${NAMES})["']`,
    ),
  },
  {
    title: 'durations in components',
    of: 'ts',
    pattern: /\b(?:duration|exitDuration): [1-9]|(?:transition|animation)\w*: [`'][^`']*\d+m?s\b/,
  },
  { title: 'layers in components', of: 'ts', pattern: /\bzIndex(?:: |=\{)\d/ },
];

/** Distances that have a token, in px. */
const GAPS = [...readFileSync(join(root, TOKENS), 'utf8').matchAll(/--plinth-gap-\w+: (\d+)px;/g)].map(
  ([, size]) => size,
);

/** Folders whose distances are not names of tokens yet. */
const NOT_YET = /^renderer\/(?:fields|media|form|uploads|pages\/(?:media|objects|object-editor))\//;

const DISTANCES: Rule = {
  title: 'distances in style sheets',
  of: 'css',
  pattern: new RegExp(
    `^\\s*(?:(?:row-|column-)?gap|(?:scroll-)?(?:padding|margin)[a-z-]*):.*(?<![-\\w.])(?:${GAPS.join('|')})px\\b`,
  ),
};

/** Lines that have values of their own, and why. */
const OWN: Readonly<Record<string, string>> = {
  'renderer/fields/color/ColorField.tsx': 'values of a color field, and examples of what can be typed',
  'renderer/pages/transfer/report-page.ts': 'a page that is downloaded, without the admin’s style sheets',
};

/** Lines without comments, which keep their number. */
const linesOf = (file: string): string[] =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n');

const found = ({ of, pattern }: Rule) =>
  files
    .filter((file) => file !== TOKENS && (of === 'css') === file.endsWith('.css'))
    .flatMap((file) =>
      linesOf(file).flatMap((line, at) =>
        pattern.test(line) ? [{ file, line: `${file}:${at + 1} ${line.trim()}` }] : [],
      ),
    );

describe('tokens', () => {
  it.each(RULES)('$title are names of tokens', (rule) => {
    expect(
      found(rule)
        .filter(({ file }) => OWN[file] === undefined)
        .map(({ line }) => line),
    ).toEqual([]);
  });

  it('name the distances that repeat', () => {
    expect(GAPS.length).toBeGreaterThan(5);
    const lines = found(DISTANCES).filter(({ file }) => !NOT_YET.test(file));
    expect(lines.map(({ line }) => line)).toEqual([]);
  });

  it('are the only values: an exception that is not needed goes', () => {
    const used = new Set(RULES.flatMap(found).map(({ file }) => file));
    expect(Object.keys(OWN).filter((file) => !used.has(file))).toEqual([]);
  });

  it('have the durations that components time themselves', () => {
    const tokens = readFileSync(join(root, TOKENS), 'utf8');
    const theme = readFileSync(join(root, 'renderer/theme.ts'), 'utf8');
    for (const name of ['quick', 'move']) {
      const token = new RegExp(`--plinth-${name}: (\\d+)ms;`).exec(tokens)?.[1];
      expect(new RegExp(`const ${name.toUpperCase()} = (\\d+);`).exec(theme)?.[1], name).toBe(token);
    }
  });

  it('are all used, and all that are used exist', () => {
    const tokens = readFileSync(join(root, TOKENS), 'utf8');
    const all = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    const namesIn = (text: string, pattern: RegExp) =>
      new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''));
    const known = namesIn(tokens, /^\s*(--(?:plinth|palette)-[\w-]+):/gm);
    // What a component sets for its own style sheet is no token.
    const set = namesIn(all, /(--(?:plinth|palette)-[\w-]+)['"]?:/g);
    const named = namesIn(all, /var\((--(?:plinth|palette)-[\w-]*\w)[),]/g);
    // Names made of a palette or a size, in `theme.ts`, which has the value of the last as a number.
    const made = /^--(?:palette-\w+-\d|plinth-(?:radius|space|text|shadow)-(?:xs|sm|md|lg|xl)|plinth-move)$/;
    expect([...named].filter((name) => !set.has(name))).toEqual([]);
    expect([...known].filter((name) => !named.has(name) && !made.test(name))).toEqual([]);
  });
});
