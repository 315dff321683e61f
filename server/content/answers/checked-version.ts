/** `If-Match` on what is answered as a whole: schemas, settings, views (decision 14). */
import type { Message } from '../../contract/messages/message.js';
import type { JsonObject } from '../../contract/values.js';
import { etagOf } from './answer.js';
import type { PartsOf, Versions } from './versions.js';
import { namesTag } from './versions.js';

export interface CurrentVersion {
  /** The current version, in each form it is answered in. */
  forms: readonly object[];
  /** The parts of it that users know by name, without what Plinth maintains. */
  partsOf: PartsOf;
  /** What is said when the version differs. */
  reason: Message;
}

/**
 * Throws `stale`, with the names of the changed parts, unless `If-Match` names one of the forms, or a version without
 * differences in named parts.
 */
export function checkVersion(
  versions: Versions,
  ifMatch: string | undefined,
  { forms, partsOf, reason }: CurrentVersion,
): void {
  if (ifMatch === undefined) return;
  const texts = forms.map((form) => JSON.stringify(form));
  const tags = texts.map((text) => etagOf(Buffer.from(text)));
  if (namesTag(ifMatch, tags)) return;
  const shown = texts.map((text): JsonObject => JSON.parse(text));
  if (shown.some((form) => versions.changed(ifMatch, form, partsOf)?.length === 0)) return;
  throw versions.stale(ifMatch, reason, shown, partsOf);
}

/** Whether a request replaces any current version (`If-Match: *`); that version is then kept in the trash. */
export const replacesAny = (ifMatch: string | undefined): boolean => ifMatch?.trim() === '*';
