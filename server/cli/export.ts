/** `plinth export`: the folder as a template definition (spec/templates.md#export). */
import { writeFileOutside } from '../store/host/files-outside.js';
import { exportTemplate } from '../templates/export.js';
import { action, commandOf, emit, FOLDER_OPTIONS, note, print, takes } from './command.js';
import { withSite } from './folder.js';

export const command = commandOf(
  'export',
  {
    usage: ['--data DIR [--out FILE]'],
    about: `Writes the schemas, collections and objects of a folder as a template definition for "plinth import". It
contains no files, passwords or secrets: a template is not a backup.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      out: takes('FILE', 'output file; default: print it'),
      name: takes('TEXT', 'name of the template; default: the name of the folder'),
      description: takes('TEXT', 'description of the template'),
    },
    async run({ values }) {
      const { out, name, description, json } = values;
      await withSite(values, async (site) => {
        const { body, total, collections, schemas, skipped } = await exportTemplate(site, {
          name,
          description,
        });
        if (out === undefined) await printed(body, json === true);
        else await writeFileOutside(out, body);
        const counts = { objects: total, collections, schemas, skipped };
        if (out !== undefined && json) emit({ event: 'exported', file: out, ...counts });
        else if (out !== undefined)
          print(`${out}: ${total} objects in ${collections} collections, ${schemas} schemas`);
        if (skipped > 0) note(`${skipped} objects were skipped: their files cannot be read`);
      });
    },
  }),
);

/** Prints the definition to stdout, formatted or on one line. */
async function printed(body: AsyncIterable<string>, oneLine: boolean): Promise<void> {
  if (oneLine) {
    let text = '';
    for await (const part of body) text += part;
    emit(JSON.parse(text));
    return;
  }
  for await (const part of body) {
    if (!process.stdout.write(part)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
