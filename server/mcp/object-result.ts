/** Objects in tools and resources: with their collection and revision, marked as content. */
import type { Collection } from '../content/model/collection.js';
import type { JsonObject } from '../contract/values.js';
import type { Format } from '../rich-text/formats.js';
import { revOf } from './revisions.js';
import type { McpSite } from './tool.js';
import { convertedObject } from './visibility.js';

/** An object with the body and the ETag of its response. */
export interface ReadObject {
  readonly object: JsonObject;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** One object for a client: `{collection, id, rev, object}`. */
export async function objectResult(
  site: McpSite,
  { settings, schema }: Collection,
  { object, bytes, etag }: ReadObject,
  format: Format,
): Promise<JsonObject> {
  const id = typeof object.id === 'string' ? object.id : '';
  site.versions.remember({ bytes, etag });
  return {
    collection: settings.id,
    id,
    rev: revOf(etag),
    object: await convertedObject(schema, object, format, site.conversions),
  };
}
