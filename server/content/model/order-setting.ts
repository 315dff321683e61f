/** The key `manualOrder` of a collection's settings (spec/resources.md#manual-order): the number that orders the objects. */
import { type Details, message } from '../../contract/messages/message.js';
import type { Property, Schema } from '../../schemas/schema.js';
import type { Collection } from './collection.js';

/** Why a property cannot order objects: lists are sorted by it, and numbers are written to it. */
export function orderMismatch(name: string, schema: Schema): Details {
  const property = schema.properties.get(name);
  if (!property) return { manualOrder: [message('noProperty', { name, schema: schema.id })] };
  if (property.kind.numeric !== true) return { manualOrder: [message('notNumberProperty')] };
  if (!schema.index.includes(name)) return { manualOrder: [message('notIndexedProperty')] };
  return {};
}

/** The property that orders the objects; undefined where there is none, or the setting does not fit. */
export function orderProperty({
  settings: { manualOrder = '' },
  schema,
}: Pick<Collection, 'settings' | 'schema'>): Property | undefined {
  if (manualOrder === '' || Object.keys(orderMismatch(manualOrder, schema)).length > 0) return undefined;
  return schema.properties.get(manualOrder);
}
