import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { atOnce } from '../../../../server/async/yielder.js';
import { Dictionary, UNKNOWN } from '../../../../server/content/text-index/dictionary.js';
import { Postings } from '../../../../server/content/text-index/postings.js';
import {
  sourceIn,
  TAG_BYTES,
  WordFile,
  writeDocuments,
  writeWords,
} from '../../../../server/content/text-index/word-file.js';
import { isDecided, WordIndex } from '../../../../server/content/text-index/word-index.js';
import { holdsTerm, parseSearch, type SearchTerm } from '../../../../server/query/search-terms.js';
import { collapse } from '../../../../server/query/searchable.js';
import { unitsOf, wordHash } from '../../../../server/query/words.js';
import {
  DamagedSection,
  SectionFile,
  writeSections,
} from '../../../../server/store/catalogue/section-file.js';
import { temporaryFolder } from '../../../helpers/files.js';
import { draws } from '../search/random.js';

describe('the dictionary', () => {
  const numberIn = (dictionary: Dictionary, text: string, start = 0, end = text.length) => {
    const units = unitsOf(text);
    return dictionary.number(units, start, end, wordHash(units, start, end));
  };

  it('numbers words in the order in which they come, however many there are', () => {
    const dictionary = new Dictionary();
    const words = Array.from({ length: 20_000 }, (_, n) => `w${n}é`);
    const numbers = [...words.keys()];
    expect(words.map((word) => numberIn(dictionary, `(${word})`, 1, word.length + 1))).toEqual(numbers);
    expect(words.map((word) => dictionary.find(word))).toEqual(numbers);
    expect(words.map((word) => numberIn(dictionary, word))).toEqual(numbers);
    expect(dictionary.size).toBe(20_000);
    expect(dictionary.find('w20000é')).toBe(UNKNOWN);
    expect(dictionary.find('')).toBe(UNKNOWN);
  });

  it('keeps the first 64 characters of a word', () => {
    const dictionary = new Dictionary();
    const long = 'x'.repeat(64);
    expect(numberIn(dictionary, `${long}a`)).toBe(0);
    const { bytes } = dictionary;
    expect(numberIn(dictionary, `${long}${'b'.repeat(100_000)}`)).toBe(0);
    expect(dictionary.bytes).toBe(bytes);
    expect(dictionary.find(`${long}a`)).toBe(0);
    expect(dictionary.find('x'.repeat(63))).toBe(UNKNOWN);
  });
});

describe('postings', () => {
  it('give back what was noted, in chains of any length', () => {
    const draw = draws(5);
    const postings = new Postings();
    const noted = new Map<number, Map<number, number[]>>();
    let document = 0;
    for (let step = 0; step < 2500; step += 1) {
      let position = draw.chance(0.1) ? 0 : draw.below(5);
      for (let occurrence = 0; occurrence < 12; occurrence += 1) {
        // A few frequent words, many rare ones; small and very large distances.
        const word = draw.chance(0.7) ? draw.below(4) : 4 + draw.below(3000);
        postings.add(word, document, position);
        const documents = noted.get(word) ?? new Map<number, number[]>();
        noted.set(word, documents.set(document, [...(documents.get(document) ?? []), position]));
        position += 1 + (draw.chance(0.02) ? draw.below(5_000_000) : draw.below(90));
      }
      document += 1 + (draw.chance(0.01) ? draw.below(300_000) : 0);
    }
    for (const [word, documents] of noted) {
      expect([...postings.documents(word)]).toEqual([...documents.keys()]);
      const walk = postings.occurrences(word);
      const read: [number, number][] = [];
      while (walk.next()) read.push([walk.document, walk.position]);
      const expected = [...documents].flatMap(([at, positions]) =>
        positions.map((position) => [at, position]),
      );
      expect(read).toEqual(expected);
      expect(walk.next()).toBe(false);
      const [at = 0, position = 0] = draw.one(expected);
      const sought = postings.occurrences(word);
      expect(sought.advance(at, position - 1)).toBe(true);
      const after = expected.find(([one = 0, two = 0]) => one === at && two >= position - 1);
      expect([sought.document, sought.position]).toEqual(after);
      expect(sought.advance(document + 1, 0)).toBe(false);
    }
    expect(postings.count(99_999)).toBe(0);
    expect(postings.occurrences(99_999).next()).toBe(false);
    expect([...postings.documents(99_999)]).toEqual([]);
  });
});

const termOf = (written: string): SearchTerm => {
  const term = parseSearch(written)?.terms[0];
  if (!term) throw new Error(`no term: ${written}`);
  return term;
};

/** Where the words of texts are: each finds the documents of a term. */
type Find = (term: SearchTerm) => Promise<number[]>;

const inMemory = (texts: readonly string[], from = 0): WordIndex => {
  const index = new WordIndex();
  for (const [at, text] of texts.entries()) index.add(from + at, text);
  return index;
};

const IDENTITY = { name: 'words' };

/** Writes an index to a file, after the words of the files before. */
function written(path: string, index: WordIndex, documents: number, before: readonly string[] = []): void {
  const files = before.map((one) => SectionFile.open(one));
  writeSections({ folder: dirname(path), path, identity: IDENTITY }, (writer) => {
    writeWords(writer, [...files.flatMap((file) => (file ? [sourceIn(file)] : [])), index.source()]);
    writeDocuments(writer, {
      ids: Array.from({ length: documents }, (_id, at) => `d${at}`).join('/'),
      stamps: new Float64Array(4 * documents).map((_number, at) => at),
      tags: new Uint8Array(TAG_BYTES * documents).fill(7),
      written: 12.5,
    });
  });
  for (const file of files) file?.close();
}

async function opened(path: string): Promise<WordFile> {
  const file = await WordFile.open(path, IDENTITY);
  if (!file) throw new Error('The file cannot be opened');
  onTestFinished(() => file.close());
  return file;
}

const PLACES: [name: string, index: (texts: readonly string[], folder: string) => Promise<Find>][] = [
  [
    'in memory',
    async (texts) => {
      const index = inMemory(texts);
      return async (term) => [...atOnce(index.candidates(term))];
    },
  ],
  [
    'in a file',
    async (texts, folder) => {
      written(join(folder, 'one'), inMemory(texts), texts.length);
      const file = await opened(join(folder, 'one'));
      return async (term) => [...(await file.candidates(term))];
    },
  ],
  [
    'in a file that was written three times',
    async (texts, folder) => {
      const cuts = [0, Math.ceil(texts.length / 3), Math.ceil(texts.length / 2), texts.length];
      const path = join(folder, 'one');
      for (const [at, start] of cuts.slice(0, 3).entries()) {
        const part = inMemory(texts.slice(start, cuts[at + 1]), start);
        written(path, part, cuts[at + 1] ?? 0, at === 0 ? [] : [path]);
      }
      const file = await opened(path);
      return async (term) => [...(await file.candidates(term))];
    },
  ],
];

describe.each(PLACES)('words %s', (_name, index) => {
  it('give exactly the documents that hold a word or phrase, wherever spaces and signs stand', async () => {
    const draw = draws(11);
    const words = [
      'river',
      'walk',
      'the',
      'a',
      'été',
      '東',
      '京',
      'c',
      '12',
      'x'.repeat(70),
      `${'x'.repeat(69)}y`,
    ];
    const between = [' ', ' ', ' ', '  ', '\n', '-', ', ', '', '. ', '\uffff', '++ '];
    const text = (count: number) =>
      Array.from({ length: count }, () => draw.one(words) + draw.one(between)).join('');
    const texts = Array.from({ length: 300 }, () => text(draw.below(12)));
    const find = await index(texts, await temporaryFolder());

    let found = 0;
    for (let round = 0; round < 500; round += 1) {
      const phrase = text(1 + draw.below(4)).replaceAll('\uffff', ' ');
      const [term] = parseSearch(`"${phrase}"`)?.terms ?? [];
      if (!term) continue;
      const holding = texts.flatMap((one, number) => (holdsTerm(collapse(one), term) ? [number] : []));
      const candidates = await find(term);
      found += holding.length;
      if (isDecided(term)) expect([phrase, candidates]).toEqual([phrase, holding]);
      else expect(candidates).toEqual(expect.arrayContaining(holding));
    }
    expect(found).toBeGreaterThan(300);
  });

  it('give what a look at every text gives for the beginning of a word', async () => {
    const texts = [
      'rivers and lanes',
      'a river',
      'drivers',
      'riv',
      '',
      'lanes of rivulets',
      'snow-rivers now',
    ];
    const find = await index(texts, await temporaryFolder());
    for (const search of ['riv*', 'river*', 'r*', 'lane*', 'snow-riv*', 'x*', `${'x'.repeat(80)}*`]) {
      const term = termOf(search);
      const holders = [...texts.keys()].filter((number) => holdsTerm(texts[number] ?? '', term));
      const candidates = await find(term);
      if (isDecided(term)) expect([search, candidates]).toEqual([search, holders]);
      else expect(candidates).toEqual(expect.arrayContaining(holders));
    }
  });

  it('give phrases of the same word, and nothing for words that no text has', async () => {
    const find = await index(['very good', 'very very good', 'the old mill'], await temporaryFolder());
    for (const [search, documents] of [
      ['"very very"', [1]],
      ['"very very very"', []],
      ['"the old mill"', [2]],
      ['"old mill the"', []],
      ['unheard', []],
      ['"mill unheard"', []],
    ] as const) {
      expect([search, await find(termOf(search))]).toEqual([search, documents]);
    }
  });

  it('give the same for many texts with long lists of places', async () => {
    const texts = Array.from(
      { length: 6000 },
      // One has more places than are copied at once.
      (_text, at) =>
        `${'often '.repeat(at === 70 ? 300_000 : 1)}${at % 7 === 0 ? 'seldom' : 'always'} w${at} often`,
    );
    const find = await index(texts, await temporaryFolder());
    const all = [...texts.keys()];
    expect(await find(termOf('often'))).toEqual(all);
    expect(await find(termOf('"often seldom"'))).toEqual(all.filter((at) => at % 7 === 0));
    expect(await find(termOf('w4711'))).toEqual([4711]);
    expect((await find(termOf('w59*'))).length).toBe(111);
  });
});

describe('a word index', () => {
  it('grows by documents after it was searched', () => {
    const index = new WordIndex();
    index.add(3, 'the old mill');
    expect([...atOnce(index.candidates(termOf('mill')))]).toEqual([3]);
    index.add(7, 'a mill, the old');
    expect([...atOnce(index.candidates(termOf('mill')))]).toEqual([3, 7]);
  });

  it('asks to look at the texts only where words alone do not decide', () => {
    expect(isDecided(termOf('mill'))).toBe(true);
    expect(isDecided(termOf('"the old mill"'))).toBe(true);
    expect(isDecided(termOf('c++'))).toBe(false);
    expect(isDecided(termOf('"old, mill"'))).toBe(false);
    expect(isDecided(termOf('東京'))).toBe(false);
    expect(isDecided(termOf('y'.repeat(65)))).toBe(false);
  });
});

describe('a file of words', () => {
  it('gives back which texts it was made of', async () => {
    const path = join(await temporaryFolder(), 'words');
    written(path, inMemory(['a', 'b']), 2);
    const file = await opened(path);
    expect(file.size).toBe(2);
    expect(await file.documents()).toEqual({
      ids: Buffer.from('d0/d1'),
      stamps: Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7),
      tags: new Uint8Array(40).fill(7),
      written: 12.5,
    });
    expect(await WordFile.open(path, { name: 'words', key: 'another' })).toBeUndefined();
    expect(await WordFile.open(`${path}-missing`, IDENTITY)).toBeUndefined();
  });

  it('is not used, or gives no answer, where any of its bytes is another', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'words');
    const texts = Array.from({ length: 40 }, (_text, at) => `often w${at}`);
    written(path, inMemory(texts), texts.length);
    const sound = readFileSync(path);
    const all = [...texts.keys()];
    let noticed = 0;
    for (let at = 0; at < sound.length; at += 7) {
      const damaged = Buffer.from(sound);
      damaged[at] = (damaged[at] ?? 0) ^ 0x20;
      writeFileSync(`${path}-damaged`, damaged);
      const file = await WordFile.open(`${path}-damaged`, IDENTITY);
      if (!file) noticed += 1;
      if (!file) continue;
      const answers = await Promise.allSettled([file.candidates(termOf('often')), file.documents()]);
      file.close();
      noticed += Number(answers.some(({ status }) => status === 'rejected'));
      const failed = answers.filter(({ status }) => status === 'rejected');
      for (const { reason } of failed as PromiseRejectedResult[])
        expect(reason).toBeInstanceOf(DamagedSection);
      const [candidates] = answers;
      if (candidates.status === 'fulfilled') expect([at, [...candidates.value]]).toEqual([at, all]);
    }
    expect(noticed).toBeGreaterThan(sound.length / 7 - 20);
    for (const length of [0, 5, 8, 100, sound.length - 1]) {
      writeFileSync(`${path}-short`, sound.subarray(0, length));
      expect(await WordFile.open(`${path}-short`, IDENTITY)).toBeUndefined();
    }
  });
});
