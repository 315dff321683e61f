import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/contract/values.js';
import { isReadWhole, parseObject, serialise } from '../../../../server/store/disk/json-file.js';

const read = (text: string) => {
  const bytes = Buffer.from(text);
  return { bytes, document: parseObject(bytes) };
};
/** What a file holds after `change` was made to it. */
const written = (text: string, change: (document: JsonObject) => object): string =>
  serialise(change(read(text).document), [read(text)]).toString();

const BIG = '9007199254740993';
const MANY = '18446744073709551615';
const LONG = '0.1234567890123456789';

describe('a file that JavaScript does not read whole', () => {
  test.each<[what: string, text: string, change: (document: JsonObject) => object, expected: string]>([
    [
      'numbers in other properties',
      `{"a":1,"big":${BIG},"inf":1e999,"small":1e-400,"long":${LONG}}`,
      (document) => ({ ...document, a: 2 }),
      `{\n  "a": 2,\n  "big": ${BIG},\n  "inf": 1e999,\n  "small": 1e-400,\n  "long": ${LONG}\n}\n`,
    ],
    [
      'a number beside the changed value of a list in an object',
      `{"json":{"list":[{"n":${BIG},"t":"x"},5]}}`,
      () => ({ json: { list: [{ n: 9007199254740992, t: 'y' }, 5] } }),
      `{\n  "json": {\n    "list": [\n      {\n        "n": ${BIG},\n        "t": "y"\n      },\n      5\n    ]\n  }\n}\n`,
    ],
    [
      'entries of a list that have moved',
      `{"list":[${BIG},${MANY},7]}`,
      () => ({ list: [7, 18446744073709552000, 'new', 9007199254740992] }),
      `{\n  "list": [\n    7,\n    ${MANY},\n    "new",\n    ${BIG}\n  ]\n}\n`,
    ],
    [
      'a member under another key',
      `{"from":${BIG},"t":"x"}`,
      () => ({ to: 9007199254740992, t: 'x' }),
      `{\n  "to": ${BIG},\n  "t": "x"\n}\n`,
    ],
    [
      'what is sent back as it was shown',
      '{"json":{"inf":1e999}}',
      () => ({ json: { inf: null, more: 1 } }),
      '{\n  "json": {\n    "inf": 1e999,\n    "more": 1\n  }\n}\n',
    ],
    [
      'repeated keys, of which the last counts',
      '{"t":"x","t":"y","in":{"k":1,"k":2},"a":1}',
      (document) => ({ ...document, a: 2 }),
      '{\n  "t": "x",\n  "t": "y",\n  "in": {"k":1,"k":2},\n  "a": 2\n}\n',
    ],
    [
      'nothing of what was changed',
      `{"t":"x","t":"y","big":${BIG},"gone":${BIG}}`,
      () => ({ t: 'z', big: 5 }),
      '{\n  "t": "z",\n  "big": 5\n}\n',
    ],
    [
      'spelled keys and texts with brackets, quotes and digits',
      `{"a\\u0041":"]}\\"${BIG}","\\u0061A":${BIG},"x":1}`,
      (document) => ({ ...document, x: 2 }),
      `{\n  "aA": "]}\\"${BIG}",\n  "aA": ${BIG},\n  "x": 2\n}\n`,
    ],
  ])('keeps %s', (_what, text, change, expected) => {
    expect(written(text, change)).toBe(expected);
    expect(isReadWhole(Buffer.from(text))).toBe(false);
  });

  test('takes the text of the file that comes first', () => {
    const files = [read('{"n":9007199254740992}'), read(`{"n":${BIG},"m":${BIG}}`)];
    const document = { n: 9007199254740992, m: 9007199254740992 };
    expect(serialise(document, files).toString()).toBe(`{\n  "n": 9007199254740992,\n  "m": ${BIG}\n}\n`);
    expect(serialise(document, files.reverse()).toString()).toBe(`{\n  "n": ${BIG},\n  "m": ${BIG}\n}\n`);
  });

  test.each(['{"a":1.0,"b":1e3,"c":-0,"d":0.1,"e":"x"}', '\uFEFF{\r\n"a":[1,2]}', '{"a":{"k":1},"k":1}'])(
    'is not one that is only printed in another way: %s',
    (text) => {
      expect(isReadWhole(Buffer.from(text))).toBe(true);
      expect(written(text, (document) => document)).toBe(
        `${JSON.stringify(parseObject(Buffer.from(text)), null, 2)}\n`,
      );
    },
  );

  test('is the same again after a save that changes nothing more', () => {
    const once = written(`{"t":1,"t":2,"json":{"n":[${BIG},{"k":1,"k":${MANY}}]}}`, (document) => document);
    expect(written(once, (document) => document)).toBe(once);
  });

  test('that is nested too deeply is not written', () => {
    const text = `{"id":"a","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(() => written(text, (document) => document)).toThrow('nested too deeply');
  });
});
