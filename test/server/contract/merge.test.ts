/** The laws of merging, on random documents with a property of every kind, and the rules of the kinds by example. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeField } from '../../../server/contract/merge/fields.js';
import { blocksOf, isSound } from '../../../server/contract/merge/html-blocks.js';
import { mergeDocuments } from '../../../server/contract/merge/merge.js';
import type { MergeFields, Side } from '../../../server/contract/merge/rules.js';
import { changesBetween, mergeSequence } from '../../../server/contract/merge/sequence.js';
import { isKindName, KIND_NAMES, type KindName } from '../../../server/contract/schemas.js';
import type { JsonObject, JsonValue } from '../../../server/contract/values.js';
import { thorough } from '../../helpers/thorough.js';

/** Every property is named like its kind; cards and items of decks have such properties, too. */
const fields: MergeFields = (name) => (isKindName(name) ? mergeField(name, {}, () => fields) : undefined);

const merge = (base: JsonObject, mine: JsonObject, theirs: JsonObject, prefer?: Side) =>
  mergeDocuments({ base, mine, theirs }, fields, prefer);

const word = fc.constantFrom('a', 'b', 'c', 'd');
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 5 });
const list = (one: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> => few(one).map((some) => some);
const record = (keys: readonly string[], one: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), one), { selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries));

/** A sentence of words, some of which are others, as two people change it. */
const sentence = fc
  .array(fc.constantFrom(...Array<number>(18).fill(0), 1, 2, 3), { minLength: 9, maxLength: 9 })
  .map((dice) =>
    dice.map((change, at) => ['w', 'x', 'y and ', ''][change] + (change === 3 ? '' : String(at))),
  )
  .map((words) => words.filter((one) => one !== '').join(' '));
/** The same with formatting somewhere. */
const formatted = fc
  .tuple(sentence, fc.constantFrom('', '', '', 'b', 'a'), fc.nat(4), fc.nat(4))
  .map(([words, mark, from, more]) => {
    const parts = words.split(' ');
    if (mark === '' || parts.length === 0) return `<p>${words}</p>`;
    const marked = parts.slice(from, from + more + 1).join(' ');
    const line = [...parts.slice(0, from), `<${mark}>${marked}</${mark}>`, ...parts.slice(from + more + 1)];
    return `<p>${line.join(' ')}</p>`;
  });
const html = few(
  fc.oneof(
    fc.constantFrom('<p>a</p>', '<p>b</p>', '<p>c</p>\n', '<hr>', 'text <b>c</b>', '<ul><li>a</li></ul>'),
    formatted,
  ),
).map((blocks) => blocks.join(''));
const SENTENCE = 'w0 w1 w2 w3 w4 w5 w6 w7 w8';
const lines = fc.tuple(sentence, sentence).map((some) => some.join('\n'));
const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  word,
  fc.integer({ min: 0, max: 3 }),
  fc.boolean(),
  fc.constant(null),
);
const json: fc.Arbitrary<JsonValue> = record(
  ['x', 'y', '__proto__', 'constructor'],
  fc.oneof(scalar, list(scalar), record(['u', 'v'], scalar)),
);
const file: fc.Arbitrary<JsonValue> = fc.record({
  name: word,
  alt: word,
  tags: list(word),
  size: fc.constantFrom(1, 2),
  width: fc.constantFrom(1, 2),
  hash: word,
});
const files = fc.uniqueArray(fc.tuple(word, word, fc.constantFrom(1, 2)), {
  selector: ([name]) => name,
  maxLength: 4,
});
const gallery: fc.Arbitrary<JsonValue> = files.map((some) =>
  some.map(([name, alt, size]) => ({ name, alt, size })),
);
const depot: fc.Arbitrary<JsonValue> = fc
  .tuple(gallery, gallery, fc.boolean())
  .map(([outer, inner, hidden]) => ({
    protected: hidden,
    files: [...(Array.isArray(outer) ? outer : []), { name: 'folder', mime: 'folder', files: inner }],
  }));
const time = fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z');
const part: fc.Arbitrary<JsonValue> = record(
  ['text', 'styledtext', 'list', 'unknown'],
  fc.oneof(word, html, list(word)),
);

/** Values by rule; kinds without an entry hold scalars. */
const VALUES: Partial<Record<KindName, fc.Arbitrary<JsonValue>>> = {
  styledtext: fc.oneof(html, formatted),
  textarea: lines,
  multiselect: list(word),
  multicheckbox: list(word),
  list: fc.oneof(
    list(word),
    list(scalar),
    few(word).map((words) => words.join(',')),
  ),
  json,
  card: part,
  deck: record(['one', 'two', 'three', 'four'], fc.oneof(part, scalar)),
  localizedtext: record(['en', 'de', 'fr'], word),
  localizedtextarea: record(['en', 'de', 'fr'], lines),
  localizedstyledtext: record(['en', 'de', 'fr'], html),
  image: file,
  gallery: fc.oneof(gallery, list(file)),
  file,
  depot,
};

const documents: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      ...Object.fromEntries(KIND_NAMES.map((name) => [name, VALUES[name] ?? scalar])),
      created: time,
      modified: time,
      unknown: json,
    },
    { requiredKeys: [] },
  )
  .map((document) => Object.fromEntries(Object.entries(document)));

/** A base and two changes of it: some properties are others, the rest is as it was. */
const changes = fc
  .tuple(documents, documents, documents, fc.infiniteStream(fc.integer({ min: 0, max: 4 })))
  .map(([base, one, other, dice]) => {
    const changed = (by: JsonObject) =>
      Object.fromEntries(
        [...new Set([...Object.keys(base), ...Object.keys(by)])].flatMap((key) => {
          const value = dice.next().value === 0 ? by[key] : base[key];
          return value === undefined ? [] : [[key, value]];
        }),
      );
    return { base, mine: changed(one), theirs: changed(other) };
  });

const text = (value: unknown) => JSON.stringify(value);
const runs = { numRuns: thorough ? 400 : 100 };

describe('mergeDocuments', () => {
  it('gives the other side where one side has changed nothing, byte for byte', () => {
    fc.assert(
      fc.property(changes, ({ base, mine }) => {
        expect(text(merge(base, base, mine))).toBe(text({ document: mine, clashes: [] }));
        expect(text(merge(base, mine, base))).toBe(text({ document: mine, clashes: [] }));
      }),
      runs,
    );
  });

  it('gives what both sides agree on, byte for byte', () => {
    fc.assert(
      fc.property(changes, ({ base, mine }) => {
        expect(text(merge(base, mine, mine))).toBe(text({ document: mine, clashes: [] }));
      }),
      runs,
    );
  });

  it('gives the same bytes and clashes whichever side is called mine', () => {
    fc.assert(
      fc.property(changes, ({ base, mine, theirs }) => {
        const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)];
        expect(text(one.document)).toBe(text(other.document));
        const swapped = other.clashes.map(({ mine: b, theirs: a, ...rest }) => ({
          ...rest,
          mine: a,
          theirs: b,
        }));
        expect([...one.clashes]).toEqual(swapped);
        expect(text(merge(base, mine, theirs, 'mine').document)).toBe(
          text(merge(base, theirs, mine, 'theirs').document),
        );
      }),
      runs,
    );
  });

  it('is silent when its result is merged with itself, or with a side that has not moved on', () => {
    fc.assert(
      fc.property(changes, ({ base, mine, theirs }) => {
        const { document, clashes } = merge(base, mine, theirs);
        fc.pre(clashes.length === 0);
        expect(text(merge(mine, document, mine).document)).toBe(text(document));
        expect(text(merge(base, document, document).document)).toBe(text(document));
      }),
      runs,
    );
  });

  it('changes none of its inputs', () => {
    fc.assert(
      fc.property(changes, (three) => {
        const before = text(three);
        merge(three.base, three.mine, three.theirs);
        expect(text(three)).toBe(before);
      }),
    );
  });

  it('has every property that only one side changed as that side has it', () => {
    fc.assert(
      fc.property(changes, ({ base, mine, theirs }) => {
        const { document } = merge(base, mine, theirs);
        for (const key of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
          if (text(theirs[key]) === text(base[key])) expect(text(document[key])).toBe(text(mine[key]));
          if (text(mine[key]) === text(base[key])) expect(text(document[key])).toBe(text(theirs[key]));
        }
      }),
      runs,
    );
  });

  const kinds = [
    ['styledtext', `<p>${SENTENCE}</p>`, formatted],
    ['textarea', `${SENTENCE}\n${SENTENCE}`, lines],
  ] as const;
  it.each(kinds)(
    'has all words that either side wrote in %s and none twice, unless it clashes',
    (kind, base, texts) => {
      const counted = (words: string) => {
        const counts = new Map<string, number>();
        for (const one of words.match(/<[^>]*>|\w+/g) ?? []) counts.set(one, (counts.get(one) ?? 0) + 1);
        return (one: string) => counts.get(one) ?? 0;
      };
      let merged = 0;
      fc.assert(
        fc.property(texts, texts, (mine, theirs) => {
          const { document, clashes } = merge({ [kind]: base }, { [kind]: mine }, { [kind]: theirs });
          fc.pre(clashes.length === 0);
          const result = String(document[kind]);
          if (![base, mine, theirs].includes(result)) merged += 1;
          const [before, one, other, after] = [base, mine, theirs, result].map(counted);
          for (const word of new Set(
            [base, mine, theirs, result].flatMap((some) => some.match(/\w+/g) ?? []),
          )) {
            const [b, m, t, r] = [before, one, other, after].map((count) => count?.(word) ?? 0) as [
              number,
              number,
              number,
              number,
            ];
            expect(r, word).toBeLessThanOrEqual(Math.max(m, t, m + t - b));
            if (b === 0) expect(r, word).toBeGreaterThanOrEqual(Math.max(m, t));
          }
          if (kind === 'styledtext' && [base, mine, theirs].every(isSound))
            expect(isSound(result)).toBe(true);
        }),
        { ...runs, numRuns: runs.numRuns * 5 },
      );
      // The rule is about texts that are neither of the sides.
      expect(merged).toBeGreaterThan(5);
    },
  );

  it('never clashes over times that saves set', () => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T09:00:00+02:00'];
    const { document, clashes } = mergeDocuments(
      {
        base: { created: '2025', modified: '2025', seen: '2025' },
        mine: { created: early, modified: late, seen: early },
        theirs: { created: late, modified: early, seen: late },
      },
      (name) => (name === 'seen' ? mergeField('datetime', { settings: { onUpdate: true } }) : undefined),
    );
    expect(document).toEqual({ created: early, modified: late, seen: late });
    expect(clashes).toEqual([]);
  });
});

const item = (id: string, name = id) => ({ id, text: name });
const deck = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, item(id)]));
const photo = (name: string, alt = '') => ({ name, alt, size: 1 });

interface Case {
  it: string;
  kind: KindName | 'unknown';
  base?: JsonValue;
  mine?: JsonValue;
  theirs?: JsonValue;
  merged?: JsonValue;
  /** Paths below the property. */
  clashes?: string[][];
}

const CASES: Case[] = [
  { it: 'edits of one text', kind: 'text', base: 'a', mine: 'b', theirs: 'c', clashes: [[]] },
  { it: 'a text removed and edited', kind: 'text', base: 'a', theirs: 'c', clashes: [[]] },
  {
    it: 'the same value with keys in another order',
    kind: 'color',
    base: { a: 1, b: 2 },
    mine: { b: 2, a: 1 },
    theirs: { a: 3, b: 2 },
    merged: { a: 3, b: 2 },
  },
  {
    it: 'tags added and removed',
    kind: 'list',
    base: ['a', 'b'],
    mine: ['a', 'b', 'm'],
    theirs: ['b', 't'],
    merged: ['b', 'm', 't'],
  },
  { it: 'tags in one text', kind: 'list', base: 'a,b', mine: 'a,b,m', theirs: 'b', merged: 'b,m' },
  {
    it: 'lists with repetitions',
    kind: 'list',
    base: [1, 1, 2],
    mine: [1, 1, 2, 3],
    theirs: [0, 1, 1, 2],
    merged: [0, 1, 1, 2, 3],
  },
  {
    it: 'choices made by both',
    kind: 'multiselect',
    base: [],
    mine: ['x'],
    theirs: ['x', 'y'],
    merged: ['x', 'y'],
  },
  {
    it: 'neighboring paragraphs',
    kind: 'styledtext',
    base: '<p>a</p><p>b</p>',
    mine: '<p>A</p><p>b</p>',
    theirs: '<p>a</p><p>B</p>',
    merged: '<p>A</p><p>B</p>',
  },
  {
    it: 'a paragraph edited and one added',
    kind: 'styledtext',
    base: '<p>a</p>',
    mine: '<p>A</p>',
    theirs: '<p>a</p><p>t</p>',
    merged: '<p>A</p><p>t</p>',
  },
  {
    it: 'two edits of a paragraph',
    kind: 'styledtext',
    base: '<p>a</p><p>b</p>',
    mine: '<p>m</p><p>b</p>',
    theirs: '<p>t</p><p>b</p>',
    clashes: [[]],
  },
  {
    it: 'words of a paragraph, at its start and in its middle',
    kind: 'styledtext',
    base: '<p>The quay is old. Boats come at noon, every day.</p><p>b</p>',
    mine: '<p>Today the quay is old. Boats come at noon, every day.</p><p>b</p>',
    theirs: '<p>The quay is old. <b>Two</b> boats come at noon, every day.</p><p>b</p>',
    merged: '<p>Today the quay is old. <b>Two</b> boats come at noon, every day.</p><p>b</p>',
  },
  {
    it: 'words beside each other',
    kind: 'styledtext',
    base: '<p>A very old quay</p>',
    mine: '<p>A rather old quay</p>',
    theirs: '<p>A very new quay</p>',
    clashes: [[]],
  },
  {
    it: 'a paragraph divided, and a word of it',
    kind: 'styledtext',
    base: '<p>The quay. The boats come.</p>',
    mine: '<p>The quay.</p><p>The boats come.</p>',
    theirs: '<p>The quay. The boats went.</p>',
    merged: '<p>The quay.</p><p>The boats went.</p>',
  },
  {
    it: 'a paragraph deleted, and a word of it',
    kind: 'styledtext',
    base: '<p>a</p><p>The quay is old.</p>',
    mine: '<p>a</p>',
    theirs: '<p>a</p><p>The quay is new.</p>',
    clashes: [[]],
  },
  {
    it: 'formatting that overlaps',
    kind: 'styledtext',
    base: '<p>one two three four</p>',
    mine: '<p><b>one two three</b> four</p>',
    theirs: '<p>one two <i>three four</i></p>',
    clashes: [[]],
  },
  {
    it: 'a row and a column of a table',
    kind: 'styledtext',
    base: '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>',
    mine: '<table><tr><td>a</td><td>x</td></tr><tr><td>b</td><td>y</td></tr></table>',
    theirs: '<table><tr><td>0</td></tr><tr><td>a</td></tr><tr><td>b</td></tr></table>',
    clashes: [[]],
  },
  {
    it: 'a list: an item and a word of another',
    kind: 'styledtext',
    base: '<ul><li>one thing</li><li>two</li></ul>',
    mine: '<ul><li>one thing</li><li>two</li><li>three</li></ul>',
    theirs: '<ul><li>one idea</li><li>two</li></ul>',
    merged: '<ul><li>one idea</li><li>two</li><li>three</li></ul>',
  },
  {
    it: 'a sentence that both moved',
    kind: 'textarea',
    base: 'Moved words. One, two, three, four.',
    mine: 'One, two, Moved words. three, four.',
    theirs: 'One, two, three, four. Moved words.',
    clashes: [[]],
  },
  {
    it: 'a sentence that both moved to another line',
    kind: 'textarea',
    base: 'Moved words.\nOne, two, three.\nFour, five, six.',
    mine: 'One, two, Moved words. three.\nFour, five, six.',
    theirs: 'One, two, three.\nFour, Moved words. five, six.',
    clashes: [[]],
  },
  {
    it: 'lines of Markdown and words in them',
    kind: 'textarea',
    base: '# Title\n\n- one *thing*\n- two\n\nThe end, at last.',
    mine: '# A title\n\n- one *thing*\n- two\n- three\n\nThe end, at last.',
    theirs: '# Title\n\n- one **thing**\n- two\n\nThe end, at once.\n',
    merged: '# A title\n\n- one **thing**\n- two\n- three\n\nThe end, at once.\n',
  },
  {
    it: 'a word of one side beside one that both changed alike',
    kind: 'textarea',
    base: 'The old red house.',
    mine: 'The new blue house.',
    theirs: 'The old blue house.',
    merged: 'The new blue house.',
  },
  {
    it: 'a word that both changed alike, and the one before it',
    kind: 'textarea',
    base: 'The old red house.',
    mine: 'The old blue house.',
    theirs: 'The new blue house.',
    merged: 'The new blue house.',
  },
  {
    it: 'words beside comments, of which one holds another and one does not end',
    kind: 'textarea',
    base: '<!-- one --> some words <!-- <!-- two --> more words <!-- three',
    mine: '<!-- one --> some long words <!-- <!-- two --> more words <!-- three',
    theirs: '<!-- one --> some words <!-- <!-- 2 --> more words <!-- 3',
    merged: '<!-- one --> some long words <!-- <!-- 2 --> more words <!-- 3',
  },
  {
    it: 'words of one language',
    kind: 'localizedtextarea',
    base: { en: 'The old quay, at noon' },
    mine: { en: 'The new quay, at noon' },
    theirs: { en: 'The old quay, at one' },
    merged: { en: 'The new quay, at one' },
  },
  {
    it: 'an added paragraph on each side at one place',
    kind: 'styledtext',
    base: '<p>a</p>',
    mine: '<p>a</p><p>m</p>',
    theirs: '<p>a</p><p>t</p>',
    clashes: [[]],
  },
  {
    it: 'two languages',
    kind: 'localizedtext',
    base: { en: 'a' },
    mine: { en: 'b' },
    theirs: { en: 'a', de: 'c' },
    merged: { en: 'b', de: 'c' },
  },
  {
    it: 'one language',
    kind: 'localizedtext',
    base: { en: 'a', de: 'a' },
    mine: { en: 'b', de: 'b' },
    theirs: { en: 'c', de: 'a' },
    clashes: [['en']],
  },
  {
    it: 'fields of a card',
    kind: 'card',
    base: { text: 'a', url: 'a' },
    mine: { text: 'b', url: 'a' },
    theirs: { text: 'a', url: 'c' },
    merged: { text: 'b', url: 'c' },
  },
  {
    it: 'a tag of a card on each side',
    kind: 'card',
    base: { list: [] },
    mine: { list: ['m'] },
    theirs: { list: ['t'] },
    merged: { list: ['m', 't'] },
  },
  {
    it: 'items added at the end by both',
    kind: 'deck',
    base: deck('a'),
    mine: deck('a', 'm'),
    theirs: deck('a', 't'),
    merged: deck('a', 'm', 't'),
  },
  {
    it: 'an item moved and one edited',
    kind: 'deck',
    base: deck('a', 'b', 'c'),
    mine: deck('c', 'a', 'b'),
    theirs: { ...deck('a', 'b', 'c'), b: item('b', 'new') },
    merged: { ...deck('c', 'a', 'b'), b: item('b', 'new') },
  },
  {
    it: 'different items moved',
    kind: 'deck',
    base: deck('a', 'b', 'c', 'd'),
    mine: deck('d', 'a', 'b', 'c'),
    theirs: deck('b', 'c', 'd', 'a'),
    merged: deck('d', 'b', 'c', 'a'),
  },
  {
    it: 'an item deleted and edited',
    kind: 'deck',
    base: deck('a', 'b'),
    mine: deck('a'),
    theirs: { ...deck('a', 'b'), b: item('b', 'new') },
    clashes: [['b']],
  },
  {
    it: 'one field of an item',
    kind: 'deck',
    base: deck('a'),
    mine: { a: item('a', 'm') },
    theirs: { a: item('a', 't') },
    clashes: [['a', 'text']],
  },
  {
    it: 'files added, removed and described',
    kind: 'gallery',
    base: [photo('a'), photo('b')],
    mine: [photo('b'), photo('m')],
    theirs: [photo('a'), photo('b', 'Quay')],
    merged: [photo('b', 'Quay'), photo('m')],
  },
  {
    it: 'a file removed and described',
    kind: 'gallery',
    base: [photo('a')],
    mine: [],
    theirs: [photo('a', 'Quay')],
    clashes: [['a']],
  },
  {
    it: 'an image replaced and described',
    kind: 'image',
    base: photo('a'),
    mine: photo('m'),
    theirs: photo('a', 'Quay'),
    clashes: [[]],
  },
  {
    it: 'an image rewritten in two ways',
    kind: 'image',
    base: { name: 'a', size: 1, width: 1 },
    mine: { name: 'a', size: 2, width: 1 },
    theirs: { name: 'a', size: 1, width: 2 },
    clashes: [[]],
  },
  {
    it: 'files of a folder',
    kind: 'depot',
    base: { files: [{ name: 'f', mime: 'folder', files: [photo('a')] }] },
    mine: { files: [{ name: 'f', mime: 'folder', files: [photo('a'), photo('m')] }] },
    theirs: { files: [{ name: 'f', mime: 'folder', files: [photo('a', 'Quay')] }] },
    merged: { files: [{ name: 'f', mime: 'folder', files: [photo('a', 'Quay'), photo('m')] }] },
  },
  {
    it: 'keys of JSON',
    kind: 'json',
    base: { a: { x: 1, y: 1 } },
    mine: { a: { x: 2, y: 1 } },
    theirs: { a: { x: 1, y: 3 } },
    merged: { a: { x: 2, y: 3 } },
  },
  {
    it: 'lists in JSON',
    kind: 'json',
    base: { a: [] },
    mine: { a: [1] },
    theirs: { a: [2] },
    clashes: [['a']],
  },
  {
    it: 'keys of a property without a schema',
    kind: 'unknown',
    base: { a: 1 },
    mine: { a: 1, m: 1 },
    theirs: { a: 1, t: 1 },
    merged: { a: 1, m: 1, t: 1 },
  },
  { it: 'a number on both sides', kind: 'number', base: 1, mine: 2, theirs: 3, clashes: [[]] },
];

describe('rules of the kinds', () => {
  it.each(CASES)('$kind: $it', ({ kind, base, mine, theirs, merged, clashes = [] }) => {
    const holding = (value: JsonValue | undefined): JsonObject =>
      value === undefined ? {} : { [kind]: value };
    const done = merge(holding(base), holding(mine), holding(theirs));
    expect(done.clashes.map(({ path }) => path)).toEqual(clashes.map((path) => [kind, ...path]));
    if (merged !== undefined) expect(text(done.document)).toBe(text(holding(merged)));
    // All that clashes is as the preferred side has it.
    if (clashes[0]?.length === 0) {
      expect(merge(holding(base), holding(mine), holding(theirs), 'mine').document).toEqual(holding(mine));
      expect(merge(holding(base), holding(mine), holding(theirs), 'theirs').document).toEqual(
        holding(theirs),
      );
    }
  });

  it('reports an order that contradicts itself, and has the order of the preferred side', () => {
    const sides = [
      { deck: deck('a', 'b', 'c') },
      { deck: deck('b', 'a', 'c') },
      { deck: deck('a', 'c', 'b') },
    ] as const;
    const { document, clashes } = merge(...sides);
    expect(clashes).toEqual([
      { path: ['deck'], order: true, base: ['a', 'b', 'c'], mine: ['b', 'a', 'c'], theirs: ['a', 'c', 'b'] },
    ]);
    expect(text(document)).toBe(text(sides[0]));
    expect(text(merge(...sides, 'theirs').document)).toBe(text(sides[2]));
  });

  it('keeps keys that could reach a prototype as keys', () => {
    const read = (json: string): JsonObject => JSON.parse(json);
    const done = merge(read('{}'), read('{"__proto__":{"x":1}}'), read('{"constructor":2}'));
    expect(text(done.document)).toContain('"__proto__":{"x":1}');
    expect(Object.getPrototypeOf(done.document)).toBe(Object.prototype);
  });
});

describe('blocksOf', () => {
  it('joins to the text itself, whatever the markup', () => {
    const pieces = fc.constantFrom(
      '<p>',
      '</p>',
      '<br>',
      '<',
      '>',
      '"',
      "'",
      'a',
      ' ',
      '<!--',
      '-->',
      '<li class="',
      '/>',
    );
    fc.assert(
      fc.property(fc.array(pieces), (some) => {
        expect(blocksOf(some.join('')).join('')).toBe(some.join(''));
      }),
      runs,
    );
  });

  it.each([
    ['<p>a</p>\n<h2>b</h2>', ['<p>a</p>\n', '<h2>b</h2>']],
    ['<ul><li><p>a</p></li></ul><hr><p>b</p>', ['<ul><li><p>a</p></li></ul>', '<hr>', '<p>b</p>']],
    ['words <b>bold</b> words<p>b</p>', ['words <b>bold</b> words', '<p>b</p>']],
    ['<p title="a > b">c</p><!-- <p> --><p>d</p>', ['<p title="a > b">c</p>', '<!-- <p> -->', '<p>d</p>']],
    ['<p>a<p>b', ['<p>a<p>b']],
    ['', []],
  ])('cuts %s', (html, blocks) => {
    expect(blocksOf(html)).toEqual(blocks);
  });
});

describe('mergeSequence', () => {
  it('reports an entry that both sides moved to different places', () => {
    const base = ['a', 'b', 'c', 'd'];
    expect(mergeSequence({ base, mine: ['b', 'a', 'c', 'd'], theirs: ['a', 'c', 'd', 'b'] })).toBeUndefined();
    expect(mergeSequence({ base, mine: ['b', 'a', 'c', 'd'], theirs: ['b', 'a', 'c', 'd', 't'] })).toEqual([
      ...['b', 'a', 'c', 'd', 't'],
    ]);
  });

  it('finds changes that turn one sequence into the other', () => {
    fc.assert(
      fc.property(few(word), few(word), (a, b) => {
        const result: string[] = [];
        let at = 0;
        for (const { start, end, by } of changesBetween(a, b)) {
          result.push(...a.slice(at, start), ...by);
          at = end;
        }
        expect([...result, ...a.slice(at)]).toEqual(b);
      }),
      runs,
    );
  });

  it('takes steps in proportion to its input, also where all entries are the same or in reverse order', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => String(at));
    const same = many.map(() => 'same');
    const reversed = [...many].reverse();
    expect(mergeSequence({ base: many, mine: reversed, theirs: many })).toEqual(reversed);
    expect(mergeSequence({ base: many, mine: reversed, theirs: [...many, 'x'] })).toBeUndefined();
    expect(mergeSequence({ base: same, mine: ['m', ...same], theirs: [...same, 't'] })).toHaveLength(100_002);
  });
});
