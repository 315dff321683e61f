/** What goes with a copy of a file (spec/files.md#copies). */
import type { FileItem } from '../../contract/files.js';
import { readEdit } from '../../contract/image-edit.js';
import { isJsonObject } from '../../contract/values.js';
import { Refusal } from '../refusal.js';
import type { ItemRules } from './abilities.js';
import { withEdits } from './items.js';

/** What describes the content of a file wherever it is; protection, link and rank are of its place. */
const DESCRIBES = ['alt', 'caption', 'edit', 'focalpoint', 'tags', 'comments'] as const;

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

/**
 * The item of a copy with what describes the file it was copied from. `replaces`: what is empty there keeps what the
 * replaced file had. Values no request could set are left out.
 */
export async function describedAs(
  rules: ItemRules,
  item: FileItem,
  source: FileItem,
  replaces: boolean,
): Promise<FileItem> {
  let described = item;
  // A point of the edited image is another one of the whole.
  const isLost = readEdit(source.edit) !== undefined && !Object.hasOwn(rules.editable, 'edit');
  for (const key of DESCRIBES) {
    const value = source[key];
    if (!Object.hasOwn(rules.editable, key) || value === undefined) continue;
    if (!isFilled(value) && (replaces || !Object.hasOwn(item, key))) continue;
    if (key === 'focalpoint' && (!isJsonObject(value) || isLost)) continue;
    try {
      described = await withEdits(rules, described, { [key]: value });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return described;
}
