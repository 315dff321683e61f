/** The unsaved changes of a schema: the changed parts of its document, and the text of the JSON view while it cannot be read. */
import { SCHEMAS } from '#contract/unsaved';
import type { JsonObject } from '#contract/values';
import { sameJson } from '../../../json';
import type { FormOwner } from '../../../unsaved/useFolder';
import {
  editsOf,
  type FormEdits,
  type UnsavedForm,
  useUnsaved,
  withEdits,
} from '../../../unsaved/useUnsaved';

/** Key of the text of the JSON view among the edits; no key of a schema begins like this. */
const TEXT = '.text';

interface Parts {
  owner: FormOwner;
  /** Id of the stored schema; undefined for a new one. */
  id: string | undefined;
  document: JsonObject;
  initial: JsonObject;
  etag: string | undefined;
  /** The text of the JSON view, and why it cannot be read. */
  text: string;
  unreadable: string | undefined;
  change(document: JsonObject): void;
  takeText(text: string): void;
  /** The version the restored changes were made on. */
  onTag(etag: string | undefined): void;
}

const titleIn = ({ title, id }: JsonObject): string => String(title ?? id ?? '');

export function useUnsavedSchema(parts: Parts): UnsavedForm {
  const { owner, id, document, initial, etag, text, unreadable } = parts;
  const isChanged = unreadable !== undefined || !sameJson(document, initial);
  const changes = (): FormEdits => {
    const { edits, base } = editsOf(document, initial);
    const title = titleIn(document);
    if (unreadable === undefined) return { edits, base, problems: {}, etag, title };
    return { edits: { ...edits, [TEXT]: text }, base, problems: { [TEXT]: unreadable }, etag, title };
  };
  return useUnsaved({
    owner,
    at: { collection: SCHEMAS, ...(id !== undefined && { object: id }) },
    changes: isChanged ? changes() : undefined,
    onRestore: ({ edits, etag: madeOn }) => {
      const { [TEXT]: typed, ...others } = edits;
      parts.change(withEdits(initial, others));
      if (typeof typed === 'string') parts.takeText(typed);
      if (madeOn !== undefined && id !== undefined) parts.onTag(madeOn);
    },
  });
}
