/** A change of settings that was made to an earlier version, merged with what has changed since. */
import { inSlices, Yielder } from '../../async/yielder.js';
import { isSame } from '../../contract/merge/equality.js';
import { mergeSteps } from '../../contract/merge/merge.js';
import type { MergeFields } from '../../contract/merge/rules.js';
import type { JsonObject } from '../../contract/values.js';
import { settingsMergeFields } from '../../schemas/merge-fields.js';
import { clashError } from '../answers/clash-error.js';

/** Public operations are approved by those who send them, so that lists of two senders are not put together. */
const fields: MergeFields = (name) =>
  name === 'publicOperations' ? { rule: 'value' } : settingsMergeFields(name);

export interface MergedSettings {
  /** What has to be set in the settings as they are now; null for the default. */
  sent: JsonObject;
  /** Names of settings that others had changed. */
  changed: readonly string[];
}

/** `read`: the settings the caller has read, `mine`: with the changes. Throws `clash`. */
export async function mergeSettings(
  read: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): Promise<MergedSettings> {
  const steps = mergeSteps({ base: read, mine, theirs }, fields);
  const { document, clashes } = await inSlices(steps, new Yielder());
  if (clashes.length > 0) throw clashError(clashes);
  const names = [...new Set([read, mine, theirs].flatMap((settings) => Object.keys(settings)))].filter(
    (name) => fields(name)?.rule !== 'latest',
  );
  return {
    sent: Object.fromEntries(
      names.filter((name) => !isSame(read[name], mine[name])).map((name) => [name, document[name] ?? null]),
    ),
    changed: names.filter((name) => !isSame(read[name], theirs[name], false)),
  };
}
