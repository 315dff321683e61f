import { describe, expect, it } from 'vitest';
import { Dictionary, UNKNOWN } from '../../../../server/content/text-index/dictionary.js';
import { Postings } from '../../../../server/content/text-index/postings.js';
import { isDecided, WordIndex } from '../../../../server/content/text-index/word-index.js';
import { holdsTerm, parseSearch, type SearchTerm } from '../../../../server/query/search-terms.js';
import { collapse } from '../../../../server/query/searchable.js';
import { unitsOf, wordHash } from '../../../../server/query/words.js';
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
    expect(numberIn(dictionary, `${long}${'b'.repeat(100_000)}`)).toBe(1);
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

describe('the word index', () => {
  it('finds exactly the documents that hold a word or phrase, wherever spaces and signs stand', () => {
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
    const index = new WordIndex();
    const texts = Array.from({ length: 300 }, () => text(draw.below(12)));
    for (const [number, one] of texts.entries()) index.add(number, one);

    let found = 0;
    for (let round = 0; round < 1500; round += 1) {
      const phrase = text(1 + draw.below(4)).replaceAll('\uffff', ' ');
      const [term] = parseSearch(`"${phrase}"`)?.terms ?? [];
      if (!term) continue;
      const holding = texts.flatMap((one, number) => (holdsTerm(collapse(one), term) ? [number] : []));
      const candidates = [...index.candidates(term)];
      found += holding.length;
      if (isDecided(term)) expect([phrase, candidates]).toEqual([phrase, holding]);
      else expect(candidates).toEqual(expect.arrayContaining(holding));
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('grows by documents after it was searched', () => {
    const index = new WordIndex();
    index.add(3, 'the old mill');
    expect([...index.candidates(termOf('mill'))]).toEqual([3]);
    index.add(7, 'a mill, the old');
    expect([...index.candidates(termOf('mill'))]).toEqual([3, 7]);
    expect([...index.candidates(termOf('"the old mill"'))]).toEqual([3]);
    expect([...index.candidates(termOf('"old mill the"'))]).toEqual([]);
    expect([...index.candidates(termOf('unheard'))]).toEqual([]);
    expect([...index.candidates(termOf('"mill unheard"'))]).toEqual([]);
  });

  it('finds phrases of the same word', () => {
    const index = new WordIndex();
    index.add(0, 'very good');
    index.add(1, 'very very good');
    expect([...index.candidates(termOf('"very very"'))]).toEqual([1]);
    expect([...index.candidates(termOf('"very very very"'))]).toEqual([]);
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

describe('an index asked for the beginning of a word', () => {
  it('finds what a look at every text finds', () => {
    const texts = [
      'rivers and lanes',
      'a river',
      'drivers',
      'riv',
      '',
      'lanes of rivulets',
      'snow-rivers now',
    ];
    const index = new WordIndex();
    for (const [number, text] of texts.entries()) index.add(number, text);
    for (const search of ['riv*', 'river*', 'r*', 'lane*', 'snow-riv*', 'x*', `${'x'.repeat(80)}*`]) {
      const term = parseSearch(search)?.terms[0] as SearchTerm;
      const holders = [...texts.keys()].filter((number) => holdsTerm(texts[number] ?? '', term));
      const candidates = [...index.candidates(term)];
      if (isDecided(term)) expect([search, candidates]).toEqual([search, holders]);
      else expect(candidates).toEqual(expect.arrayContaining(holders));
    }
  });
});
