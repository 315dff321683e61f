/** What the Pro edition is needed for here: decks (spec/access.md#editions). */
import { isDeepStrictEqual } from 'node:util';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { addressOf, shownValue } from '../../schemas/present.js';
import type { Property, Schema } from '../../schemas/schema.js';
import type { Collection } from '../model/collection.js';
import type { Base } from './base.js';

const isEmptyDeck = (value: JsonValue | undefined) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A deck sent back unchanged is not a write. */
function isUnchanged(
  property: Property,
  sent: JsonValue,
  stored: JsonValue | undefined,
  address: string,
): boolean {
  if (isEmptyDeck(sent) && isEmptyDeck(stored)) return true;
  if (stored === undefined) return false;
  return [
    stored,
    shownValue(property, stored, { writer: true, address }),
    shownValue(property, stored, { writer: false, address }),
  ].some((value) => isDeepStrictEqual(value, sent));
}

/** Throws `forbidden` below Pro. `what` begins the sentence. */
export function requirePro(base: Pick<Base, 'edition'>, what: string): void {
  if (base.edition() === 'pro') return;
  throw new PlinthError('forbidden', message('needsPro', { feature: what }));
}

/** Whether a schema has a deck. */
export const holdsDeck = (schema: Schema | undefined): boolean =>
  [...(schema?.properties.values() ?? [])].some((property) => property.children?.many === true);

/** Throws `forbidden` for a change of a deck below Pro. Existing decks stay readable and are kept by other changes. */
export function guardDecks(
  base: Base,
  { schema, settings }: Pick<Collection, 'schema' | 'settings'>,
  sent: SentProperties,
  stored: ObjectDocument | undefined,
): void {
  if (base.edition() === 'pro') return;
  for (const [name, value] of Object.entries(sent)) {
    const property = schema.properties.get(name);
    if (property?.children?.many !== true) continue;
    const existing = stored && Object.hasOwn(stored, name) ? stored[name] : undefined;
    const address = addressOf(settings.id, stored?.id ?? '');
    if (!isUnchanged(property, value, existing, address)) requirePro(base, `Changing the deck "${name}"`);
  }
}
