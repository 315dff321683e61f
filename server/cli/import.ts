/** `plinth import`: a template definition, or content of another system, into a folder (spec/import-export.md). */
import { checkNumbers } from '../content/core/json-shape.js';
import { message } from '../contract/messages/message.js';
import { isJsonObject } from '../contract/values.js';
import { invalid } from '../errors.js';
import { commandOrigin } from '../origins.js';
import { readTextFile } from '../store/host/files-outside.js';
import { placeOf } from '../store/host/source-files.js';
import { importTemplate } from '../templates/import.js';
import { action, commandOf, EXIT, emit, FOLDER_OPTIONS, flag, onlyWord, print } from './command.js';
import { newOrExistingFolder, withSite } from './folder.js';
import { importFromSource, SOURCE_OPTIONS, type SourceValues } from './import-source.js';

/** Larger files are no template definitions. */
const MAX_TEMPLATE = 100_000_000;

export const command = commandOf(
  'import',
  {
    usage: ['SOURCE --data DIR [--dry-run] [--mapping FILE]'],
    about: `SOURCE is one of:

  - a folder of Markdown with front matter (Hugo, Jekyll, Astro, Eleventy, Decap,
    Keystatic), or one Markdown file
  - a WordPress export (.xml)
  - .csv, .json or .ndjson, e.g. of Directus or Strapi, or a folder of them
  - a .zip of one of these
  - a template definition (.json)

The fields of the source are mapped to properties; collections and schemas that are missing are made. Import again to
take over what has changed in the source: objects are recognized and merged, and an import that was interrupted
continues. The exit code is 1 when a part could not be imported. The folder of --data is made where there is none.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      'dry-run': flag('report what would be imported without writing anything'),
      ...SOURCE_OPTIONS,
    },
    words: true,
    async run({ values, words }) {
      const path = onlyWord(words, 'Pass exactly one file or folder to import');
      await placeOf(path);
      const template = isForSource(values) ? undefined : await templateIn(path);
      await newOrExistingFolder(values);
      if (template === undefined) return importFromSource(path, values);
      const result = await withSite(values, (site) =>
        importTemplate({ ...site, change: commandOrigin('import', site.now()) }, template, {
          dryRun: values['dry-run'] ?? false,
        }),
      );
      if (values.json) {
        emit(result);
      } else {
        for (const line of result.results) print(line);
        for (const line of result.errors) print(`Error: ${line}`);
        print(result.message);
      }
      return result.success ? EXIT.ok : EXIT.failed;
    },
  }),
);

const isForSource = (values: SourceValues): boolean =>
  Object.keys(SOURCE_OPTIONS).some((name) => Object.hasOwn(values, name));

/** The document of a file that is a template definition; undefined for any other file or folder. */
async function templateIn(path: string): Promise<unknown> {
  const { isFolder, name, size } = await placeOf(path);
  if (isFolder || !/\.json$/i.test(name) || size > MAX_TEMPLATE) return undefined;
  const text = await readTextFile(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(
      message('textNotJson', { path, reason: error instanceof Error ? error.message : String(error) }),
    );
  }
  const isTemplate =
    isJsonObject(value) &&
    ([value.schemas, value.objects, value.factory].some(Array.isArray) || isJsonObject(value.collections));
  if (!isTemplate) return undefined;
  checkNumbers(text);
  return value;
}
