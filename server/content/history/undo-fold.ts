/** Taking changes out of a document: each by a merge with what came after it. Pure. */
import { isSame } from '../../contract/merge/equality.js';
import { mergeSteps } from '../../contract/merge/merge.js';
import type { MergeFields, Steps } from '../../contract/merge/rules.js';
import { SYSTEM_PROPERTIES } from '../../contract/names.js';
import type { JsonObject } from '../../contract/values.js';
import type { Step } from './undo-steps.js';

/**
 * What became of one subject: `restored` to what it was, `removed` since it was created by what is undone, `unchanged`
 * since nothing of it is left, `clash` where later changes are in the way, `skipped` what cannot be undone so.
 */
export interface Outcome {
  result: 'restored' | 'removed' | 'unchanged' | 'clash' | 'skipped';
  /** Where later changes are in the way, as paths of properties. */
  properties?: string[];
  /** Files whose bytes come back, below the object's folder. */
  files?: string[];
  /** Files whose bytes cannot come back: they are not kept. */
  missingFiles?: string[];
  /** Why it was not undone, a sentence. */
  message?: string;
}

/** Why changes cannot be taken out; `properties`: paths of properties that were changed since. */
interface InTheWay {
  message: string;
  properties?: string[];
}

const SINCE = 'It was changed since';

const valuesOf = (document: JsonObject): string =>
  JSON.stringify(
    Object.entries(document)
      .filter(([name]) => !SYSTEM_PROPERTIES.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The result of taking steps out of what is there now; null where nothing is or would be there. */
export type Folded = { document: JsonObject | null } | { inTheWay: InTheWay };

/**
 * Takes steps, the newest first, out of a document. A property that has the value from before a step already is left
 * as it is, so that an undo can be repeated. `contentOf`: what a file held in a revision.
 * May pause wherever it yields.
 */
export function* takeOut(
  current: JsonObject | null,
  steps: readonly Step[],
  contentOf: (revision: string) => JsonObject,
  fields: MergeFields,
): Steps<Folded> {
  let document = current;
  for (const [number, { before, after }] of steps.entries()) {
    if (after === null) {
      const restored = before === null ? null : contentOf(before);
      if (document !== null && (restored === null || valuesOf(document) !== valuesOf(restored))) {
        return { inTheWay: { message: 'It exists again' } };
      }
      document ??= restored;
    } else if (before === null) {
      if (document !== null && valuesOf(document) !== valuesOf(contentOf(after))) {
        return { inTheWay: { message: SINCE } };
      }
      document = null;
    } else if (document !== null) {
      const three = { base: contentOf(after), mine: contentOf(before), theirs: document };
      const merged = yield* mergeSteps(three, fields, 'theirs');
      const older = steps.slice(number).flatMap((step) => (step.before === null ? [] : [step.before]));
      const undone = new Set<string | undefined>();
      // One comparison of a property, however many clashes are in it.
      for (const name of new Set(merged.clashes.map(({ path: [first] }) => first))) {
        const now = three.theirs[name ?? ''];
        if (older.some((revision) => isSame(contentOf(revision)[name ?? ''], now))) undone.add(name);
        yield;
      }
      const clashes = merged.clashes.filter(({ path: [name] }) => !undone.has(name));
      if (clashes.length > 0) {
        return { inTheWay: { message: SINCE, properties: clashes.map(({ path }) => path.join('.')) } };
      }
      document = merged.document;
    }
  }
  return { document };
}
