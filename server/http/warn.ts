/** Warns about names in a query that no object of the collection has (`X-Plinth-Warnings`). */
import type { Response } from 'express';
import { type NamingWords, unknownNames } from '../content/core/unknown-names.js';
import type { Site } from '../site.js';
import { warningHeader } from './send.js';

/** Sets the header of a response that is not sent yet. */
export function setWarnings(response: Response, names: readonly string[]): void {
  const [name, value] = warningHeader(names);
  if (name !== undefined && value !== undefined) response.setHeader(name, value);
}

/** Warns of unknown names in a query. Throws `missing` for an unknown collection. */
export function warnOfNames(site: Site, response: Response, collection: string, words: NamingWords): void {
  setWarnings(response, unknownNames(site, collection, words));
}
