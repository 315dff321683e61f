/**
 * `plinth merge-driver`: merges files for git by property. Every git client calls drivers. Where values clash, whole
 * values get markers, which any text editor can resolve.
 */
import { resolve } from 'node:path';
import spawn from 'cross-spawn';
import { mergeDocuments } from '../contract/merge/merge.js';
import type { Side, Three } from '../contract/merge/rules.js';
import { changesBetween } from '../contract/merge/sequence.js';
import type { JsonObject } from '../contract/values.js';
import { isReadWhole, parseObject, serialise } from '../store/disk/json-file.js';
import { readFileOutside, writeFileOutside } from '../store/host/files-outside.js';
import { action, commandOf, EXIT, UsageError } from './command.js';
import { fieldsOfFile, isChangeFile } from './merge-fields.js';

export const command = commandOf(
  'merge-driver',
  {
    usage: ['BASE OURS THEIRS [PATH]'],
    about: `Merges two versions of a JSON file for git and writes the result to OURS: objects by property, decks by
item, lists by entry, rich text by paragraph. Exits with code 1 where both versions changed the same value; OURS then
has conflict markers around these values. A file that is not a JSON object, or has repeated keys or numbers that JSON
programs do not keep, is merged by line, as git does.

"plinth init --git" configures git to use it. PATH is the path of the file in the repository; the schema is found from
it.`,
  },
  action({
    options: {},
    words: true,
    async run({ words }) {
      const [base, mine, theirs, path] = words;
      if (base === undefined || mine === undefined || theirs === undefined || words.length > 4) {
        throw new UsageError('merge-driver takes the paths of three files, and the path in the repository');
      }
      const files = { base, mine, theirs };
      const documents = await documentsIn(files);
      if (!documents) return mergeLines(files);
      const text = await mergedText(documents, resolve(path ?? mine)).catch(unlessTooDeep);
      if (!text) return mergeLines(files);
      await writeFileOutside(mine, [text.merged]);
      return text.clashes ? EXIT.failed : EXIT.ok;
    },
  }),
);

/**
 * The objects of the three files; undefined unless all are objects, and can be written from what is read of them. Git has
 * an empty base for a file both added.
 */
async function documentsIn(files: Three<string>): Promise<Three<JsonObject> | undefined> {
  const read = async (path: string, empty?: JsonObject) => {
    const bytes = await readFileOutside(path);
    if (bytes.length === 0 && empty) return empty;
    const document = parseObject(bytes);
    if (!isReadWhole(bytes)) throw new Error('A number or a repeated key would be changed');
    return document;
  };
  try {
    return {
      base: await read(files.base, {}),
      mine: await read(files.mine),
      theirs: await read(files.theirs),
    };
  } catch {
    return undefined;
  }
}

/** For what is nested deeper than the stack; throws any other error. */
function unlessTooDeep(error: unknown): undefined {
  if (!(error instanceof RangeError)) throw error;
}

/** Git's own merge of lines, for files that cannot be merged by property without a loss. */
function mergeLines({ base, mine, theirs }: Three<string>): number {
  const labels = ['ours', 'base', 'theirs'].flatMap((label) => ['-L', label]);
  const { status } = spawn.sync('git', ['merge-file', ...labels, mine, base, theirs], { stdio: 'inherit' });
  return status === 0 ? EXIT.ok : EXIT.failed;
}

/** Of a change in a set that two have saved, its actor is the one who did so last. */
function withLastActor(documents: Three<JsonObject>): Three<JsonObject> {
  const { base, mine, theirs } = documents;
  const [last] = [mine, theirs].sort((a, b) => String(b.at).localeCompare(String(a.at)));
  const actor = last?.actor;
  if (actor === undefined) return documents;
  return { base: { ...base, actor }, mine: { ...mine, actor }, theirs: { ...theirs, actor } };
}

async function mergedText(
  stored: Three<JsonObject>,
  path: string,
): Promise<{ merged: string; clashes: boolean }> {
  const documents = isChangeFile(path) ? withLastActor(stored) : stored;
  const { mine, theirs } = documents;
  if (mine.id !== theirs.id) {
    // Git has taken a new object for a renamed one: these are two objects, of which nothing is merged.
    const other = { ...theirs, ...(mine.id !== undefined && { id: mine.id }) };
    return { merged: withMarkers(serialise(mine).toString(), serialise(other).toString()), clashes: true };
  }
  const fields = await fieldsOfFile(path);
  const preferring = (side: Side) => mergeDocuments(documents, fields, side);
  const textOf = (side: Side) => serialise(preferring(side).document).toString();
  const ours = textOf('mine');
  const clashes = preferring('mine').clashes.length > 0;
  return { merged: clashes ? withMarkers(ours, textOf('theirs')) : ours, clashes };
}

/** Both texts in one, with markers around the lines in which they differ. */
function withMarkers(ours: string, theirs: string): string {
  const [a, b] = [ours.split('\n'), theirs.split('\n')];
  const lines: string[] = [];
  let at = 0;
  const conflicts: { start: number; end: number; by: string[] }[] = [];
  for (const { start, end, by } of changesBetween(a, b)) {
    const last = conflicts.at(-1);
    if (last?.end === start) {
      last.end = end;
      last.by.push(...by);
    } else conflicts.push({ start, end, by: [...by] });
  }
  for (const { start, end, by } of conflicts) {
    lines.push(...a.slice(at, start), '<<<<<<< ours', ...a.slice(start, end), '=======', ...by);
    lines.push('>>>>>>> theirs');
    at = end;
  }
  return [...lines, ...a.slice(at)].join('\n');
}
