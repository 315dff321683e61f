/** Clashes of a change by an MCP client: what it and others have changed, as far as the client can see it. */
import type { Clash } from '../contract/merge/rules.js';
import { type Message, message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import type { Conversions } from '../rich-text/conversions.js';
import type { Format } from '../rich-text/formats.js';
import type { Schema } from '../schemas/schema.js';
import { convertedObject } from './visibility.js';

/** Longer values are cut. */
const MAX_LENGTH = 4000;

/** An object that has only the value at a path. */
const objectWith = (path: readonly string[], value: JsonValue): JsonObject => {
  const [name = '', ...more] = path;
  return { [name]: more.length === 0 ? value : objectWith(more, value) };
};

const valueAt = (object: JsonValue | undefined, path: readonly string[]): JsonValue | undefined =>
  path.reduce((value: JsonValue | undefined, key) => (isJsonObject(value) ? value[key] : undefined), object);

/** The rejection of a change, with the visible values of both sides. */
export async function clashFor(
  schema: Schema,
  { reason, clashes = [] }: PlinthError,
  format: Format,
  conversions: Conversions,
): Promise<PlinthError> {
  const shown = async ({ path, order }: Clash, value: JsonValue | undefined): Promise<string> => {
    if (value === undefined) return 'nothing';
    const visible = order
      ? value
      : valueAt(await convertedObject(schema, objectWith(path, value), format, conversions), path);
    return (JSON.stringify(visible) ?? 'hidden').slice(0, MAX_LENGTH);
  };
  const details: [string, Message[]][] = [];
  for (const clash of clashes) {
    const [yours, theirs] = [await shown(clash, clash.mine), await shown(clash, clash.theirs)];
    const key = clash.order ? 'clashOfOrder' : 'clashByOthers';
    details.push([clash.path.join('.'), [message(key, { yours, theirs })]]);
  }
  const advice = 'Nothing was written. Read the object again with get_object and send its rev';
  return new PlinthError('clash', message('mcpObjectClashes', { message: reason.text, advice }), {
    details: Object.fromEntries(details),
  });
}
