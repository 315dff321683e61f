/** Warns about names in a query that no object of the collection has (`X-Plinth-Warnings`). */
import type { Response } from 'express';
import { type NamingWords, unknownNames } from '../content/core/unknown-names.js';
import type { Site } from '../site.js';
import { warningHeader } from './send.js';

/** Sets the header of a response that is not sent yet. Throws `missing` for an unknown collection. */
export function warnOfNames(site: Site, response: Response, collection: string, words: NamingWords): void {
  const [name, value] = warningHeader(unknownNames(site, collection, words));
  if (name !== undefined && value !== undefined) response.setHeader(name, value);
}
