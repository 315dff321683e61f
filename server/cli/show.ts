/** `plinth show`: a JSON file as readable fields, for `git diff`. */
import { blocksOf } from '../contract/merge/html-blocks.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { parseObject } from '../store/disk/json-file.js';
import { readTextFile } from '../store/host/files-outside.js';
import { action, commandOf, onlyWord } from './command.js';

export const command = commandOf(
  'show',
  {
    usage: ['FILE'],
    about: `Prints an object, a schema or settings as readable fields, one paragraph or entry in a line. A file that is
not a JSON object is printed as it is.

"plinth init --git" configures "git diff" to use it.`,
  },
  action({
    options: {},
    words: true,
    async run({ words }) {
      const file = onlyWord(words, 'show takes the path of a file');
      process.stdout.write(shownText(await readTextFile(file)));
    },
  }),
);

function shownText(text: string): string {
  let object: JsonObject;
  try {
    object = parseObject(Buffer.from(text));
  } catch {
    return text;
  }
  return `${entryLines(object, '').join('\n')}\n`;
}

/** The lines of a text; undefined for one of a single line. */
function linesOf(text: string): string[] | undefined {
  const lines = blocksOf(text).flatMap((block) => block.trimEnd().split('\n'));
  return lines.length > 1 ? lines : undefined;
}

function entryLines(object: JsonObject, indent: string): string[] {
  return Object.entries(object).flatMap(([key, value]) => labeled(`${indent}${key}:`, value, indent));
}

/** A value after its label, or below it where it takes several lines. */
function labeled(label: string, value: JsonValue, indent: string): string[] {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return value.length === 0
      ? [`${label} []`]
      : [label, ...value.flatMap((one) => labeled(`${inner}-`, one, inner))];
  }
  if (isJsonObject(value)) {
    return Object.keys(value).length === 0 ? [`${label} {}`] : [label, ...entryLines(value, inner)];
  }
  const lines = typeof value === 'string' ? linesOf(value) : undefined;
  if (lines) return [label, ...lines.map((line) => `${inner}${line}`)];
  return [`${label} ${typeof value === 'string' ? value : JSON.stringify(value)}`.trimEnd()];
}
