import { describe, expect, it } from 'vitest';
import { KIND_NAMES, type KindName, type PropertyDefinition } from '../../../server/contract/schemas.js';
import type { JsonValue } from '../../../server/contract/values.js';
import { kinds } from '../../../server/properties/index.js';
import type { PropertyKind } from '../../../server/properties/kind.js';
import { present } from '../../../server/schemas/present.js';
import { fixtureOf } from '../../fixtures/kinds/index.ts';
import { refused, saved, schemaOf } from './one-property.js';

const registry: Record<KindName, PropertyKind> = kinds;
const times = { created: '', modified: '' };

const short = (value: JsonValue) => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
};

describe.each(KIND_NAMES)('the kind %s', (field) => {
  const fixture = fixtureOf(field);
  const kind = registry[field];
  const one = (definition: PropertyDefinition = {}, required: string[] = []) =>
    schemaOf({ value: { field, label: 'Value', ...fixture.definition, ...definition } }, { required });

  it('takes an emptied field when the property is optional', async () => {
    const document = await saved(one(), { sent: { value: fixture.blank } });
    expect([undefined, fixture.blank]).toContainEqual(document.value);
  });

  // Files come after the object they belong to, so an object cannot be refused for the lack of them.
  const needed: typeof it | (() => void) = kind.files ? () => undefined : it;
  needed('refuses an emptied field when the property is required', async () => {
    const details = await refused(one({}, ['value']), { sent: { value: fixture.blank } });
    expect(details.value).toEqual([expect.stringMatching(/^Value (is required|must be switched on)$/)]);
  });

  needed('refuses a required property that was not sent', async () => {
    expect(await refused(one({}, ['value']), { sent: {} })).toHaveProperty('value');
  });

  it('has a blank value that its own rules allow', async () => {
    const document = await saved(one(), { sent: { value: kind.blank } });
    expect([undefined, kind.blank]).toContainEqual(document.value);
  });

  it.each(fixture.valid.map((sample) => ({ ...sample, name: short(sample.sent) })))(
    'stores $name',
    async ({ sent, stored = sent, definition }) => {
      const schema = one(definition);
      const document = await saved(schema, { sent: { value: sent } });
      if (stored instanceof RegExp) expect(document.value).toMatch(stored);
      else expect(document.value).toEqual(stored);
      const again = await saved(schema, { current: document, sent: { value: document.value ?? null } });
      expect(again.value, 'a stored value sent back stays as it is').toEqual(document.value);
    },
  );

  it.each(fixture.invalid.map((sample) => ({ ...sample, name: short(sample.sent) })))(
    'rejects $name and says: $says',
    async ({ sent, says, definition, at }) => {
      const details = await refused(one(definition), { sent: { value: sent } });
      const path = at === undefined ? 'value' : `value.${at}`;
      expect(details[path]?.join('; ')).toContain(says);
      expect(details[path]?.every((message) => message.startsWith('Value '))).toBe(true);
    },
  );

  it('leaves the value alone when another one is sent or null removes it', async () => {
    const [first] = fixture.valid;
    if (!first) throw new Error('no valid sample');
    const schema = schemaOf({
      value: { field, ...fixture.definition, ...first.definition },
      other: { field: 'text' },
    });
    const current = await saved(schema, { sent: { value: first.sent } });
    const kept = await saved(schema, { current, sent: { other: 'x' } });
    expect(kept.value).toEqual(current.value);
    expect(await saved(schema, { current, sent: { value: null } })).not.toHaveProperty('value');
  });

  if (fixture.merges) {
    it.each(fixture.merges)('merges $patch into $current', ({ current, patch, merged }) => {
      expect(kind.merge?.(current, patch)).toEqual(merged);
    });
  } else {
    it('cannot be merged into', () => {
      expect(kind.merge).toBeUndefined();
    });
  }

  it.each(fixture.texts)('reads $value as the text "$text"', ({ value, text }) => {
    expect(kind.text(value)).toBe(text);
  });

  const strange: JsonValue[] = [null, true, 0, '', [], {}, [null], 'x', { x: { y: 1 } }];
  it.each(strange.map((value) => ({ value })))('gives some text for $value', ({ value }) => {
    expect(typeof kind.text(value)).toBe('string');
  });

  it('shows what may be shown', () => {
    const shown = fixture.shown ?? { value: kind.blank, writer: kind.blank, public: kind.blank };
    const document = { id: 'one', value: shown.value };
    expect(present(one(), document, { writer: true, times, collection: 'blog' }).value).toEqual(shown.writer);
    expect(present(one(), document, { writer: false, times, collection: 'blog' }).value).toEqual(
      shown.public,
    );
  });
});
