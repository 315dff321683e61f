import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../server/contract/values.js';
import { plainText } from '../../../server/query/plain-text.js';
import { isFound, parseSearch, searchKey } from '../../../server/query/search-terms.js';
import { searchableText } from '../../../server/query/searchable.js';
import { APART, eachWord, NEXT, unitsOf } from '../../../server/query/words.js';

describe('plain text', () => {
  it.each([
    ['no markup', 'no markup'],
    ['<p>One</p><p>two</p>', ' One  two '],
    ['<p>Bring <strong>boots</strong>.</p>', ' Bring boots. '],
    ['H<sub>2</sub>O', 'H2O'],
    ['<b>W</b>ord <BR>next', 'Word  next'],
    ['<code-block>x</code-block>', ' x '],
    ['a<img src="x.jpg" alt="y">b', 'a b'],
    ['a<!-- <b>not this</b> -->b', 'a b'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['a <3 b', 'a <3 b'],
    ['open <b', 'open <b'],
    ['open <!-- never closed <i>x</i>', 'open <!-- never closed x'],
    ['fish &amp; chips', 'fish & chips'],
    ['rock&nbsp;roll', 'rock roll'],
    ['caf&#233; &#xE9;t&#xe9;', 'café été'],
    ['&lt;b&gt;', '<b>'],
    ['&unknown; &#0; &#x110000; &', '&unknown; &#0; &#x110000; &'],
  ])('of %j is %j', (written, plain) => {
    expect(plainText(written)).toBe(plain);
  });

  it.each([
    ['<a'.repeat(200_000)],
    ['<!--'.repeat(200_000)],
    ['<'.repeat(400_000)],
    ['&'.repeat(400_000)],
    [`<${'b'.repeat(400_000)}`],
  ])('takes no more than one pass over what is never closed', (hostile) => {
    expect(plainText(hostile)).toHaveLength(hostile.length);
  });
});

describe('words', () => {
  const wordsOf = (text: string) => {
    const words: string[] = [];
    eachWord(unitsOf(text), text.length, (start, end) => words.push(text.slice(start, end)));
    return words;
  };

  it.each([
    ['the table is here', ['the', 'table', 'is', 'here']],
    ['snake_case it’s 3.14', ['snake_case', 'it', 's', '3', '14']],
    ['ça été — naïve', ['ça', 'été', 'naïve']],
    ['привет, мир!', ['привет', 'мир']],
    ['안녕하세요 세계', ['안녕하세요', '세계']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['東京タワー', ['東', '京', 'タ', 'ワ', 'ー']],
    ['v2東', ['v2', '東']],
    ['🎉🎉 party☃', ['🎉', '🎉', 'party', '☃']],
    ['𐌰𐌱 𝒳', ['𐌰𐌱', '𝒳']],
    ['C++ & C#', ['C', 'C']],
    ['5€', ['5', '€']],
    ['\ud800 lone \udc00', ['lone']],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('say how they stand to each other', () => {
    const steps: number[] = [];
    const text = 'one two\t\n three, four-five 東京';
    eachWord(unitsOf(text), text.length, (_start, _end, step) => steps.push(step));
    expect(steps).toEqual([APART, NEXT, NEXT, APART, APART, NEXT, APART]);
  });
});

describe('a search without regard to marks and forms of letters', () => {
  it.each<[string, string]>([
    ['résumé', 'resume'],
    ['STRASSE', 'Straße'],
    ['Straße', 'strasse'],
    ['Ærø Łódź Œuvre Þór Đà', 'aero lodz oeuvre thor da'],
    ['ﬁle ﬂow', 'file flow'],
    ['İstanbul', 'istanbul'],
    ['ISTANBUL Diyarbakır', 'istanbul diyarbakir'],
    ['ＡＢＣ x²', 'abc x2'],
    ['co\u00adop\u200berate', 'cooperate'],
    ['مُحَمَّد', 'محمد'],
    ['كتـاب أحمد', 'كتاب احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['ΟΔΟΣ', 'οδός'],
    ['ёлка', 'елка'],
    ['20℃ Plinth™', '℃ plinth'],
    ['cafe\u0301', 'café'],
    ['don’t', "don't"],
  ])('finds %j by %j, and the other way round', (text, written) => {
    const found = (one: string, other: string) => {
      const search = parseSearch(other);
      return search !== undefined && isFound(searchableText({ text: one }, 'whole'), search);
    };
    expect([found(text, written), found(text, text)]).toEqual([true, true]);
  });

  it.each<[string, string]>([
    ['हिन्दी', 'हनद'],
    ['がく', 'かく'],
    ['안녕', '안'],
    ['mass', 'maß'.replace('ß', 's')],
    ['กำ', 'ก่า'],
  ])('keeps what tells letters of %j from %j', (text, written) => {
    const search = parseSearch(`"${written}"`);
    expect(search && isFound(searchableText({ text }, 'whole'), search)).toBe(false);
  });
});

const finds = (object: JsonObject, written: string): boolean => {
  const search = parseSearch(written);
  return search === undefined || isFound(searchableText(object, 'whole'), search);
};

describe('a search', () => {
  const post: JsonObject = {
    id: 'first-post',
    title: 'The table is here',
    body: '<p>We like <em>C++</em> and café&nbsp;crème.</p><p>Second paragraph</p>',
    tags: ['Rock & Roll', 'state-of-the-art'],
    author: { name: 'Ann Lee', jobs: [{ city: 'Zürich' }] },
    year: 1984,
    price: 12.5,
    zero: 0,
    draft: false,
    open: true,
    quote: 'Don’t panic',
    place: '東京タワー',
    feeling: 'so ❤️ happy 🎉',
    created: '2031-02-03T04:05:06.000Z',
    modified: '2031-02-03T04:05:06.000Z',
  };

  it.each<[string, boolean]>([
    ['', true],
    ['   ', true],
    // whole words, without regard to case
    ['table', true],
    ['TABLE', true],
    ['tab', false],
    ['able', false],
    // several terms: all, in whatever field
    ['table zürich', true],
    ['table and zürich', true],
    ['table AND 1984', true],
    ['table vegetable', false],
    ['vegetable or table', true],
    ['vegetable OR nothing', false],
    // any `or` makes the whole search OR
    ['vegetable table or nothing', true],
    ['and', false],
    ['or or and', false],
    ['and table', true],
    // phrases, within one value
    ['"table is"', true],
    ['"is table"', false],
    ['"the table is here"', true],
    ['"able is"', false],
    ['"table is her"', false],
    ['"here we"', false],
    ['"like c++ and"', true],
    ['"ann lee"', true],
    ['“ann lee”', true],
    ['"lee ann"', false],
    ['"crème. second paragraph"', true],
    ['"or"', false],
    ['"rock & roll"', true],
    ['"rock roll"', false],
    ['vegetable or "table is"', true],
    // a quote that is not closed is passed over
    ['"table', true],
    ['table"', true],
    ['"is table', true],
    // signs
    ['c++', true],
    ['c', true],
    ['c#', false],
    ['rock & roll', true],
    ['&', false],
    ['***', false],
    ['state-of-the-art', true],
    ['state of the art', true],
    ['state-of', true],
    ['tate-of', false],
    ['of_the', false],
    ["don't", true],
    ['don’t', true],
    ['dont', false],
    // HTML is no content
    ['em', false],
    ['nbsp', false],
    ['café', true],
    ['cafe\u0301', true],
    ['cafe', true],
    ['"café crème"', true],
    // nested values, lists, numbers
    ['zürich', true],
    ['ZÜRICH', true],
    ['rock', true],
    ['1984', true],
    ['12.5', true],
    ['first-post', true],
    // what is false, empty or zero is not searched, nor what Plinth writes itself
    ['false', false],
    ['0', false],
    ['true', true],
    ['2031', false],
    // names of properties are no content
    ['title', false],
    ['city', false],
    // scripts without spaces, symbols
    ['東京', true],
    ['タワー', true],
    ['京都', false],
    ['🎉', true],
    ['❤', true],
    ['❤️', true],
    ['😀', false],
    // nothing a pattern could be made of
    ['.*', false],
    ['(a+)+$', false],
    ['\u0000', false],
    ['\uffff', false],
    ['__proto__', false],
  ])('for %j: %j', (written, expected) => {
    expect(finds(post, written)).toBe(expected);
  });

  it('does not reach from one value into the next, nor from one item into the next', () => {
    expect(finds({ id: 'x', a: 'one', b: 'two' }, '"one two"')).toBe(false);
    expect(finds({ id: 'x', list: ['one', 'two'] }, '"one two"')).toBe(false);
    expect(finds({ id: 'x', a: 'one\uffff', b: 'two' }, '"one two"')).toBe(false);
    expect(finds({ id: 'x', a: 'one\n\n two' }, '"one two"')).toBe(true);
  });

  it('looks into values nested deeper than calls can be', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}"needle"${']'.repeat(50_000)}`);
    expect(finds({ id: 'x', deep }, 'needle')).toBe(true);
  });

  it('ignores soft hyphens', () => {
    expect(finds({ id: 'x', text: 'Donau\u00addampf&shy;schiff' }, 'donaudampfschiff')).toBe(true);
  });

  it('has one key for the same terms', () => {
    const key = (written: string) => {
      const search = parseSearch(written);
      return search && searchKey(search);
    };
    expect(key('One two')).toBe(key('two and ONE one'));
    expect(key('one two')).not.toBe(key('one or two'));
    expect(key('one two')).not.toBe(key('"one two"'));
    expect(key(' ')).toBeUndefined();
  });
});

describe('the beginning of a word', () => {
  const found = (text: string, search: string) => {
    const parsed = parseSearch(search);
    return parsed !== undefined && isFound(searchableText({ text }, 'whole'), parsed);
  };

  it.each([
    ['a story about rivers', 'riv*', true],
    ['a story about rivers', 'rivers*', true],
    ['a story about rivers', 'ivers*', false],
    ['a story about rivers', 'story riv*', true],
    ['a story about rivers', 'stor riv*', false],
    ['a story about rivers', '"about riv*"', false],
    ['Rock-climbing', 'rock-cl*', true],
    ['Rock-climbing', 'rock-im*', false],
    ['東京タワー', '東京*', true],
    ['a story about rivers', '*', false],
    ['a * b', '*', false],
  ])('in %j is found by %j: %j', (text, search, is) => {
    expect(found(text, search)).toBe(is);
  });

  it('is another search than the word', () => {
    const keys = ['riv', 'riv*', 'riv* riv']
      .map((search) => parseSearch(search))
      .map((one) => one && searchKey(one));
    expect(new Set(keys).size).toBe(3);
  });
});
