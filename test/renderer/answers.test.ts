import { describe, expect, it } from 'vitest';
import { readError } from '../../renderer/api/read-error.ts';
import { tokenIn } from '../../renderer/api/session.ts';
import { documentText, readDocument } from '../../renderer/pages/schemas/document.ts';

describe('error answers', () => {
  it('are read in the long form, with details and the request id', () => {
    const body = {
      error: {
        code: 422,
        message: 'No',
        key: 'validationFailed',
        values: {},
        details: { title: ['is required'] },
        problems: { title: [{ key: 'minLength', values: { limit: 2 } }] },
        requestId: 'r1',
      },
    };
    expect(readError(422, JSON.stringify(body))).toEqual({
      message: 'No',
      key: 'validationFailed',
      values: {},
      details: { title: ['is required'] },
      problems: { title: [{ key: 'minLength', values: { limit: '2' } }] },
      requestId: 'r1',
    });
  });

  it('are read in the short form', () => {
    expect(readError(400, '{"error":"No file"}').message).toBe('No file');
  });

  it.each(['', '<html>Bad gateway</html>', '[]', '{"error":7}'])(
    'become a sentence when they are %j',
    (body) => {
      expect(readError(502, body)).toEqual({ message: 'The server responded with status 502.', details: {} });
    },
  );

  it('cannot pollute anything through the names of properties', () => {
    const { details } = readError(422, '{"error":{"message":"No","details":{"__proto__":["x"]}}}');
    expect(Object.getPrototypeOf(details)).toBeNull();
    expect(Object.keys(details)).toEqual(['__proto__']);
  });
});

describe('a pasted sign-in link', () => {
  it.each([
    ['http://127.0.0.1:4180/admin/?token=abc123', 'abc123'],
    ['  abc123\n', 'abc123'],
    ['http://127.0.0.1:4180/admin/', undefined],
    ['see the terminal', undefined],
    ['', undefined],
  ])('%j holds the token %j', (pasted, token) => {
    expect(tokenIn(pasted)).toBe(token);
  });
});

describe('a schema as text', () => {
  const definition = {
    id: 'product',
    name: 'product',
    title: 'Product',
    description: 'Things',
    properties: {
      name: { type: 'string', field: 'text' as const, label: 'Name', required: true },
      phone: {
        type: 'string',
        field: 'phone' as const,
        writtenField: 'tel',
        required: false,
        inheritedFrom: 'x',
      },
    },
    requiredProperties: ['name'],
    index: ['name'],
    inheritFrom: [],
    reserved: false,
  };

  it('holds what is stored and nothing that answers add', () => {
    expect(JSON.parse(documentText(definition))).toEqual({
      id: 'product',
      description: 'Things',
      properties: {
        name: { type: 'string', field: 'text', label: 'Name' },
        phone: { type: 'string', field: 'tel' },
      },
      required: ['name'],
      index: ['name'],
    });
  });

  it('is the document of the file where the answer carries it', () => {
    const document = {
      $id: 'https://example.com/schemas/product.json',
      id: 'product',
      title: 'A thing',
      properties: { name: { $ref: 'https://example.com/text.json', 'x-width': 2 } },
      required: [],
      index: [],
      'x-tabs': ['one'],
    };
    expect(documentText({ ...definition, document })).toBe(`${JSON.stringify(document, null, 2)}\n`);
    const { $id, ...copied } = document;
    expect(JSON.parse(documentText({ ...definition, document }, 'my-product'))).toEqual({
      ...copied,
      id: 'my-product',
    });
  });

  it('becomes a document, or a sentence about what is wrong', () => {
    expect(readDocument('{"id":"a"}')).toEqual({ document: { id: 'a' } });
    expect(readDocument('{')).toHaveProperty('problem');
    expect(readDocument('[]')).toEqual({ problem: 'A schema must be a JSON object.' });
  });
});
