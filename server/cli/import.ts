/** `plinth import`: a template definition into a folder (spec/templates.md#import). */
import { checkNumbers } from '../content/core/json-shape.js';
import { invalid } from '../errors.js';
import { commandOrigin } from '../origins.js';
import { readTextFile } from '../store/host/files-outside.js';
import { importTemplate } from '../templates/import.js';
import {
  type Command,
  EXIT,
  emit,
  FOLDER_HELP,
  FOLDER_OPTIONS,
  parse,
  print,
  UsageError,
} from './command.js';
import { withSite } from './folder.js';

export const importCommand: Command = {
  help: `Usage: plinth import FILE --data DIR [--dry-run]

Creates the schemas, collections and objects of a template definition. Existing
objects and collections are kept. Invalid parts are skipped and listed, and the
exit code is then 1.

${FOLDER_HELP}
  --dry-run     report what would be imported without writing anything`,
  async run(args) {
    const options = { ...FOLDER_OPTIONS, 'dry-run': { type: 'boolean' } } as const;
    const { values, positionals } = parse({ args, options, allowPositionals: true });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new UsageError('Pass exactly one file to import');
    const document = await read(file);
    const result = await withSite(values, (site) =>
      importTemplate({ ...site, change: commandOrigin('import', site.now()) }, document, {
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
};

async function read(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readTextFile(file);
  } catch (error) {
    throw invalid(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  checkNumbers(text);
  return value;
}
