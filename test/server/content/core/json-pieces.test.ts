import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInPieces } from '../../../../server/content/core/json-pieces.js';
import { inexactNumber } from '../../../../server/contract/exact-numbers.js';
import { thorough } from '../../../helpers/thorough.js';

/** What one parser or the other makes of a text. */
async function outcome(parse: () => unknown): Promise<{ value: unknown } | 'refused'> {
  try {
    return { value: await parse() };
  } catch {
    return 'refused';
  }
}

const documents = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__'),
  fc
    .jsonValue({ maxDepth: 4, noUnicodeString: false })
    .filter((value) => !JSON.stringify(value).includes('__proto__')),
  { noNullPrototype: true },
);

describe('a text parsed in pieces', () => {
  it('has the value JSON.parse gives it, however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.constantFrom(undefined, 1, '\t', '\r\n'), async (document, space) => {
        const text = ` \n${JSON.stringify(document, null, space)}\r\n`;
        expect(await parseInPieces(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is rejected where JSON.parse rejects it, and taken where that takes it', async () => {
    const marks = fc.constantFrom(...'{}[]",:\\ 1ae-.', '');
    await fc.assert(
      fc.asyncProperty(documents, fc.nat(), fc.nat(2), marks, async (document, at, removed, mark) => {
        const whole = JSON.stringify(document);
        const place = at % (whole.length + 1);
        const text = whole.slice(0, place) + mark + whole.slice(place + removed);
        const parsed = await outcome(() => JSON.parse(text));
        // Such a number is refused by its own rule.
        if (parsed !== 'refused' && inexactNumber(text)) return;
        expect(await outcome(() => parseInPieces(text))).toEqual(parsed);
      }),
      { numRuns: thorough ? 2000 : 500 },
    );
  });

  it.each([
    ['a list that goes on after its end', '{"a":[1]2}', /expected a comma or the end/],
    ['a list that ends too early', '{"a":[1,2', /expected a comma or the end/],
    ['an item that is missing', '{"a":[1,]}', /a\.1/],
    ['a name without quotes', '{a:1}', /quoted key/],
    ['more after the end', '{} {}', /after its end/],
    ['__proto__ as a name', '{"__proto__":{}}', /__proto__/],
    ['__proto__ in an item', '{"a":[{"b":{"__proto__":1}}]}', /"a\.0\.b\.__proto__"/],
    ['a number that cannot be kept', '{"a":[1,{"n":1e999}]}', /"a\.1\.n"/],
    ['too many items', `{"a":[${'0,'.repeat(100_000)}0]}`, /"a" has more than 100000 items/],
    ['too many keys', `{${Array.from({ length: 10_001 }, (_, at) => `"k${at}":0`).join()}}`, /10000 keys/],
    ['one item with too many values', `{"a":[[${'[],'.repeat(150_000)}[]]]}`, /150000 keys and items/],
  ])('is rejected with its place: %s', async (_what, text, reason) => {
    await expect(parseInPieces(text)).rejects.toThrow(reason);
  });
});
