/**
 * Saves a schema whose properties changed their kind and converts their values. The schema is saved first and names in
 * `converts` what the values were, so that the rewriting of the files may end at any point: values that are not
 * converted yet lock nothing, and the rest is done when the folder is next served.
 */

import type { Transaction } from '../../contract/changes.js';
import type { ConvertResult, PropertyDefinition, SchemaDocument } from '../../contract/schemas.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import type { Origin } from '../../events.js';
import { narrowed, newOrigin } from '../../origins.js';
import { convertsOf, isRetyped } from '../../schemas/convert.js';
import { rawDefinitionOf } from '../../schemas/definition.js';
import { namesIn } from '../../schemas/inherit.js';
import type { Property, Schema } from '../../schemas/schema.js';
import { etagOf } from '../answers/answer.js';
import type { Base, Content, WriteBase } from '../core/base.js';
import { titleOfId } from '../model/titles.js';
import { Conversions, convertObjects } from './convert-objects.js';
import { checkSchemaMatch, guardSchema, SCHEMA_LOCK, schemaFor } from './manage-schemas.js';
import { concerned, ownDocument, saveDocument } from './own-document.js';

/** A property as it was, under its present name or one it had. */
function formerProperty(before: Schema | undefined, name: string, definition: PropertyDefinition) {
  const names = [name, ...namesIn(definition.formerly)];
  return names
    .map((one) => before?.properties.get(one))
    .find((found): found is Property => found !== undefined);
}

/** A document that is to be saved, its retyped properties with what they convert from. */
export function withConversions(
  base: Pick<Base, 'library'>,
  id: string,
  body: unknown,
  transaction?: Transaction,
): unknown {
  const { document } = base.library.proposal(body, { create: false, id });
  if (!isJsonObject(body) || !isJsonObject(body.properties)) return body;
  const before = base.library.schema(id);
  const properties: JsonObject = { ...body.properties };
  for (const [name, definition] of Object.entries(document.properties)) {
    const sent = properties[name];
    const former = formerProperty(before, name, definition);
    if (!isJsonObject(sent) || !former || convertsOf(definition)) continue;
    if (!isRetyped(former.definition, definition)) {
      // An earlier conversion failed; a body that does not name it must not end it.
      const begun = convertsOf(former.definition);
      if (begun) properties[name] = { ...sent, converts: JSON.parse(JSON.stringify(begun)) };
      continue;
    }
    const { converts: _converts, formerly: _formerly, ...from } = former.definition;
    properties[name] = {
      ...sent,
      converts: JSON.parse(JSON.stringify({ from, ...(transaction && { transaction }) })),
    };
  }
  return { ...body, properties };
}

const isConverting = (document: SchemaDocument): boolean =>
  Object.values(document.properties).some((definition) => convertsOf(definition) !== undefined);

/** The document once all files have been gone through. */
const finished = (document: SchemaDocument): SchemaDocument => ({
  ...document,
  properties: Object.fromEntries(
    Object.entries(document.properties).map(([name, { converts: _converts, ...definition }]) => [
      name,
      definition,
    ]),
  ),
});

async function convertEverywhere(
  base: WriteBase,
  id: string,
  again: boolean,
  signal?: AbortSignal,
): Promise<Pick<ConvertResult, 'conversions' | 'collections'>> {
  const found = new Conversions();
  const collections: ConvertResult['collections'] = [];
  for (const collection of concerned(base, id)) {
    collections.push(await convertObjects(base, collection, { found, again }, signal));
  }
  await saveDocument(base, finished(ownDocument(base, id)));
  return { conversions: found.all, collections };
}

/**
 * Saves a schema and converts the values of its retyped properties, all in one transaction. What cannot be converted
 * without doubt stays as it is. Asked for once more, it goes on where it was interrupted. Throws what saving throws.
 */
export async function convertSchema(
  request: WriteBase,
  id: string,
  body: unknown,
  ifMatch?: string,
): Promise<ConvertResult> {
  const base = { ...request, change: narrowed(request.change, 'batch') };
  return base.store.locked(SCHEMA_LOCK, async () => {
    await checkSchemaMatch(base, ifMatch, id);
    const again = isConverting(ownDocument(base, id));
    guardSchema(base, body, { create: false, id });
    const marked = withConversions(base, id, body, base.change.transaction);
    await base.library.save(marked, { create: false, id }, base.change);
    base.collections.rebind();
    base.events.emit({ type: 'schema.saved', schema: id }, base.change);
    const { conversions, collections } = await convertEverywhere(base, id, again);
    const schema = rawDefinitionOf(ownDocument(base, id), { title: titleOfId(id), reserved: false });
    return { schema, etag: etagOf(JSON.stringify(schemaFor(base, id, true))), conversions, collections };
  });
}

/** Schemas with an unfinished conversion. */
export const unfinishedConversions = ({ library }: Content): string[] =>
  library.ids().filter((id) => {
    const document = library.isBuiltIn(id) ? undefined : library.document(id);
    return document !== undefined && isConverting(document);
  });

/** The change the conversion began with, so that both halves are undone as one. */
function originOf(document: SchemaDocument, now: Date): Origin {
  const origin = newOrigin({ kind: 'plinth' }, 'batch', now);
  for (const definition of Object.values(document.properties)) {
    const begun = convertsOf(definition)?.transaction;
    if (!isJsonObject(begun) || typeof begun.id !== 'string' || typeof begun.at !== 'string') continue;
    if (!/^[\da-f-]{36}$/.test(begun.id) || Number.isNaN(Date.parse(begun.at))) continue;
    return { ...origin, transaction: { ...origin.transaction, id: begun.id, at: begun.at } };
  }
  return origin;
}

/** Continues a conversion unless it is finished. Throws what `signal` was aborted with. */
export async function finishConversion(base: Base, id: string, signal: AbortSignal): Promise<void> {
  await base.store.locked(SCHEMA_LOCK, async () => {
    const document = base.library.document(id);
    if (!document || !isConverting(document)) return;
    await convertEverywhere({ ...base, change: originOf(document, base.now()) }, id, true, signal);
  });
}
