import { describe, expect, test } from 'vitest';
import {
  MAX_JSON_BYTES,
  parseDocument,
  parseObject,
  readBytes,
  serialise,
} from '../../../../server/store/disk/json-file.js';
import { freshPlaces, put } from '../folder.js';

const whole = '{\n  "id": "a",\n  "title": "Zürich \\u00e9"\n}\n';

describe('a JSON file', () => {
  test.each([
    ['empty', Buffer.alloc(0), 'The file is empty'],
    ['filled with NUL', Buffer.alloc(300), 'The file contains only NUL bytes'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${whole}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from(whole, 'utf16le'), 'UTF-16'],
    ['big-endian UTF-16', Buffer.from(`\uFEFF${whole}`, 'utf16le').swap16(), 'UTF-16'],
    ['Latin-1', Buffer.from('{"id":"a","title":"Zürich"}', 'latin1'), 'not UTF-8'],
    ['a list', Buffer.from('[{"id":"a"}]'), 'contains a list'],
    ['a text', Buffer.from('"a"'), 'contains a single value'],
    ['null', Buffer.from('null'), 'contains a single value'],
    ['no JSON at all', Buffer.from('title: Hello'), 'is not JSON'],
    ['merge markers', Buffer.from('<<<<<<< HEAD\n{"id":"a"}\n'), 'is not JSON'],
    ['of another id', Buffer.from('{"id":"b"}'), 'its id is "b"'],
    ['of a numeric id', Buffer.from('{"id":7}'), 'its id is 7'],
    ['without an id', Buffer.from('{"title":"A"}'), 'has no id'],
    ['with a __proto__ key', Buffer.from('{"id":"a","x":{"__proto__":{"admin":true}}}'), '__proto__'],
    ['with a spelled out __proto__', Buffer.from('{"id":"a","\\u005f_proto__":1}'), '__proto__'],
    ['with a tail', Buffer.from('{"id":"a"}{"id":"a"}'), 'The file'],
  ])('%s is damaged, with a reason', (_name, bytes, reason) => {
    expect(() => parseDocument(bytes, 'a')).toThrow(reason);
    expect(() => parseDocument(bytes, 'a')).toThrow(expect.objectContaining({ kind: 'damaged' }));
  });

  test.each([
    ['a comma too much', '{\n  "id": "a",\n  "n": 1,\n}\n', 'The file is not JSON (line 4, column 1)'],
    ['a comment', '{\n  // of a person\n  "id": "a"\n}', 'The file is not JSON (line 2, column 3)'],
    ['no JSON', 'title: Hello', 'The file is not JSON (line 1, column 2)'],
    ['a word that is no value', '{\n  "id": NaN\n}', 'The file is not JSON (line 2, column 9)'],
    [
      'a word that is no value, far inside',
      `{"id":"${'x'.repeat(99)}",\n"n": nul }`,
      'not JSON (line 2, column 9)',
    ],
    ['a tail', '{"id":"a"}\n}', 'The file is not JSON (line 2, column 1)'],
    ['an end that is missing', '{\n  "id": "a",\n  "n": [1\n', 'The file is truncated (line 3, column 10)'],
    ['a text without its end', '{\n  "id": "a', 'The file is truncated (line 2, column 11)'],
  ])('with %s is damaged, with line and column', (_name, text, reason) => {
    expect(() => parseObject(Buffer.from(text))).toThrow(reason);
  });

  test('that is not UTF-8 is damaged, with line and column', () => {
    const bytes = Buffer.from('{\n  "a": "\u00e9",\n  "b": "\u00fc"\n}', 'latin1');
    const sound = Buffer.concat([Buffer.from('{\n  "x": "\u00fc",\n'), bytes.subarray(2)]);
    expect(() => parseObject(bytes)).toThrow('The file is not UTF-8 text (line 2, column 9)');
    expect(() => parseObject(sound)).toThrow('The file is not UTF-8 text (line 3, column 9)');
  });

  test('cut anywhere is damaged', () => {
    const bytes = Buffer.from(whole);
    for (let end = 0; end < bytes.length - 2; end += 1) {
      expect(() => parseObject(bytes.subarray(0, end)), `cut at ${end}`).toThrow(
        expect.objectContaining({ kind: 'damaged' }),
      );
    }
  });

  test('with one byte overwritten is read or damaged, never anything else', () => {
    const bytes = Buffer.from(whole);
    for (let place = 0; place < bytes.length; place += 1) {
      for (const byte of [0, 0x22, 0x7b, 0x80, 0xff]) {
        const mutant = Buffer.from(bytes);
        mutant[place] = byte;
        let kind: unknown = 'read';
        try {
          parseObject(mutant);
        } catch (error) {
          kind = (error as { kind?: unknown }).kind;
        }
        expect(['read', 'damaged']).toContain(kind);
      }
    }
  });

  test('with a UTF-8 mark is sound', () => {
    expect(parseDocument(Buffer.from(`\uFEFF${whole}`), 'a')).toEqual({ id: 'a', title: 'Zürich é' });
  });

  test('may mention __proto__ in a text', () => {
    expect(parseDocument(Buffer.from('{"id":"a","text":"__proto__"}'), 'a').text).toBe('__proto__');
  });

  test('is written with two spaces, line feeds and a final newline', () => {
    expect(serialise({ id: 'a', list: [1] }).toString()).toBe(
      '{\n  "id": "a",\n  "list": [\n    1\n  ]\n}\n',
    );
  });

  test('above 20 MB is neither written nor read', () => {
    const { folder } = freshPlaces();
    expect(() => serialise({ id: 'a', text: 'x'.repeat(MAX_JSON_BYTES) })).toThrow(
      expect.objectContaining({ kind: 'tooLarge' }),
    );
    put(folder, { 'a.json': Buffer.alloc(MAX_JSON_BYTES + 1, 32) });
    expect(() => readBytes(`${folder}/a.json`)).toThrow(/larger than 20 MB/);
  });
});
