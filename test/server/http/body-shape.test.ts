import { describe, expect, it } from 'vitest';
import type { PlinthError } from '../../../server/errors.js';
import { bodyCheck } from '../../../server/http/body-shape.js';

const check = bodyCheck({
  type: 'object',
  required: ['name', 'files'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 3 },
    files: {
      type: 'array',
      maxItems: 2,
      items: { type: 'object', required: ['path'], properties: { path: { type: 'string' } } },
    },
  },
});

/** The kind of the error, its message, and its details as texts. */
function refusalOf(body: unknown) {
  try {
    check(body);
    return undefined;
  } catch (error) {
    const { kind, message, details } = error as PlinthError;
    const texts = Object.entries(details ?? {}).map(([name, of]) => [name, of.map(({ text }) => text)]);
    return { kind, message, details: details && Object.fromEntries(texts) };
  }
}

describe('the check of a body by the schema of its row', () => {
  it('lets a body pass that follows it, with fields the schema does not know', () => {
    expect(refusalOf({ name: 'a', files: [{ path: 'x' }], more: 1 })).toBeUndefined();
  });

  it.each<[body: unknown, details: Record<string, string[]>]>([
    [{}, { name: ['is required'], files: ['is required'] }],
    [{ name: '', files: [] }, { name: ['must have at least 1 character'] }],
    [
      { name: 'abcd', files: 'x' },
      { name: ['must have at most 3 characters'], files: ['must be a list'] },
    ],
    [
      { name: 5, files: [{}, 1] },
      { name: ['must be text'], 'files.0.path': ['is required'], 'files.1': ['must be an object'] },
    ],
    [
      { name: 'a', files: [1, 2, 3] },
      {
        files: ['must have at most 2 entries'],
        'files.0': ['must be an object'],
        'files.1': ['must be an object'],
        'files.2': ['must be an object'],
      },
    ],
    [Object.create({ name: 'a', files: [] }), { name: ['is required'], files: ['is required'] }],
  ])('names every field of %j that is wrong', (body, details) => {
    expect(refusalOf(body)).toMatchObject({ kind: 'invalid', details });
  });

  it.each([undefined, null, 5, 'text', []])('rejects %j, which is no object', (body) => {
    expect(refusalOf(body)).toEqual({
      kind: 'invalid',
      message: 'The body must be a JSON object',
      details: undefined,
    });
  });
});
