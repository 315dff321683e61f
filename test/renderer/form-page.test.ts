/** Role lines of a `formgrid`, and the page they make. Lines are written with `/` between them. */
import { describe, expect, it } from 'vitest';
import { formPage, namesOnPage } from '../../renderer/form/form-page.js';
import { roleOf, withRole } from '../../renderer/form/form-roles.js';
import type { FormBlock } from '../../renderer/form/formgrid.js';
import { withoutField, withRenamed } from '../../renderer/pages/schemas/builder/formgrid-edit.js';
import type { SchemaDefinition } from '../../server/contract/schemas.js';

const grid = (short: string) => short.split('/').join('\n');
const short = (text: string) => text.split('\n').join('/');

const property = (settings?: Record<string, boolean>) => ({
  type: 'string',
  field: 'text' as const,
  required: false,
  ...(settings && { settings }),
});

function schemaWith(formgrid: string): Pick<SchemaDefinition, 'formgrid' | 'properties'> {
  return {
    formgrid: grid(formgrid),
    properties: {
      id: property(),
      title: property(),
      text: property(),
      image: property(),
      tags: property(),
      made: property({ onCreate: true }),
    },
  };
}

/** Blocks as text: names of a row together, headings after `---`, fieldsets in brackets. */
const drawn = (blocks: readonly FormBlock[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'divider') return `--- ${block.title}`;
      if (block.kind === 'fieldset') return `[${block.legend}: ${drawn(block.blocks)}]`;
      return block.places.map(({ name }) => name).join(' ');
    })
    .join(' | ');

const pageOf = (formgrid: string) => {
  const schema = schemaWith(formgrid);
  const { title, body, blocks } = formPage(schema, Object.keys(schema.properties));
  return [title ?? '', body.join(' '), drawn(blocks)];
};

describe('the page of', () => {
  it.each([
    ['', '', '', 'title text image tags id made'],
    ['title id/text text', '', '', 'title id text | image tags made'],
    ['@title title', 'title', '', 'text image tags id made'],
    ['@title title/@body text', 'title', 'text', 'image tags id made'],
    ['@body text image', '', 'text image', 'title tags id made'],
    ['@body text/@body image', '', 'text image', 'title tags id made'],
    [
      '@title title/@body text/title title id/text text text/tags image .',
      'title',
      'text',
      'tags image | id made',
    ],
    [
      '@body text/--- Look/image/--- Empty/id/--- Sort/tags',
      '',
      'text',
      '--- Look | image | --- Sort | tags | title id made',
    ],
    ['@body text/[[ Look/image tags/]]/[[ Gone/id/]]', '', 'text', '[Look: image tags] | title id made'],
    ['@title gone title/@body gone', 'title', '', 'text image tags id made'],
    ['@title title/@body title text', 'title', 'text', 'image tags id made'],
    ['@heading title/@body', '', '', 'title text image tags id made'],
  ])('%s', (formgrid, title, body, blocks) => {
    expect(pageOf(formgrid)).toEqual([title, body, blocks]);
  });

  it('names every property once, in the order in which it is read', () => {
    const schema = schemaWith('@body text/@title title/tags image/id');
    const page = formPage(schema, Object.keys(schema.properties));
    expect(namesOnPage(page)).toEqual(['title', 'text', 'tags', 'image', 'id', 'made']);
  });
});

describe('a role', () => {
  it.each([
    ['a/b', 'a', 'title', '@title a/a/b'],
    ['@title b/a/b', 'a', 'title', '@title a/a/b'],
    ['@title a/a', 'a', 'body', '@body a/a'],
    ['@body b/a/b', 'a', 'body', '@body b a/a/b'],
    ['@title c/@body b a/a/b', 'a', undefined, '@title c/@body b/a/b'],
    ['@body a/a', 'a', undefined, 'a'],
    ['', 'a', 'body', '@body a'],
  ] as const)('in %s of %s as %s gives %s', (from, name, role, to) => {
    const text = withRole(grid(from), name, role);
    expect(short(text)).toBe(to);
    expect(roleOf(text, name)).toBe(role);
  });

  it.each([
    ['@title a/@body b c/a/b', 'b', '@title a/@body c/a'],
    ['@title a/a', 'a', ''],
  ])('in %s goes with the property %s: %s', (from, name, to) => {
    expect(short(withoutField(grid(from), name))).toBe(to);
  });

  it('follows a property to its new name', () => {
    expect(short(withRenamed(grid('@title a/@body b a/a b'), 'a', 'n'))).toBe('@title n/@body b n/n b');
  });
});
