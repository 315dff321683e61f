/** Rules of a property for images that are cropped or rotated (spec/files.md#rules). */
import { fileRules, ruleProblems } from '../../contract/files.js';
import { editText, readEdit } from '../../contract/image-edit.js';
import type { JsonObject } from '../../contract/values.js';
import type { NamedFile } from './abilities.js';

/** What is wrong with the size of images that were edited between two lists, as sentences without a subject. */
export function editProblems(
  settings: JsonObject | undefined,
  before: readonly NamedFile[],
  after: readonly NamedFile[],
): string[] {
  const { width, height, orientation, aspectratio } = fileRules(settings);
  const rules = {
    ...(width && { width }),
    ...(height && { height }),
    ...(orientation !== undefined && { orientation }),
    ...(aspectratio !== undefined && { aspectratio }),
  };
  if (Object.keys(rules).length === 0) return [];
  return after.flatMap(({ item, path }) => {
    const edit = readEdit(item.edit);
    const stored = before.find((one) => one.path === path)?.item;
    if (!edit || editText(edit) === editText(readEdit(stored?.edit))) return [];
    const [across, down] = [Number(item.width ?? 0), Number(item.height ?? 0)];
    if (across === 0 || down === 0) return [];
    const facts = { name: item.name, mime: '', size: 0, width: across, height: down };
    return ruleProblems(rules, facts);
  });
}
