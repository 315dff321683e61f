/** `plinth import` of content of other systems (spec/import-export.md#other-systems). */
import type { ImportMapping, MappedGroup, SourceImportResult } from '../contract/imports.js';
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';
import { importSource } from '../imports/import-source.js';
import { openSource } from '../imports/open-source.js';
import { planImport } from '../imports/plan.js';
import { commandOrigin } from '../origins.js';
import type { Site } from '../site.js';
import { readTextFile, writeFileOutside } from '../store/host/files-outside.js';
import { EXIT, emit, flag, print, progressOf, takes, type Values } from './command.js';
import { type FolderValues, withSite } from './folder.js';

export const SOURCE_OPTIONS = {
  mapping: takes('FILE', 'use this mapping instead of the proposed one'),
  'write-mapping': takes('FILE', 'write the mapping to a file, to change it, and stop'),
  media: takes('DIR', 'folder with the files that the content refers to, e.g. a copy of wp-content/uploads'),
  'base-url': takes('URL', 'address of the former site, to fetch files with a path from'),
  'no-fetch': flag('do not fetch files'),
};

export type SourceValues = Values<typeof SOURCE_OPTIONS> &
  FolderValues & { json?: boolean | undefined; 'dry-run'?: boolean | undefined };

export async function importFromSource(path: string, values: SourceValues): Promise<number> {
  const sent = values.mapping === undefined ? undefined : await jsonIn(values.mapping);
  const stop = new AbortController();
  const cancel = () => stop.abort();
  process.once('SIGINT', cancel).once('SIGTERM', cancel);
  try {
    return await withSite(values, async (site) => {
      const options = { media: values.media, baseUrl: values['base-url'] };
      const source = await openSource(site, path, options);
      try {
        const { mapping, analysis, isEarlier } = await planImport(site, source, {
          mapping: sent,
          signal: stop.signal,
        });
        show(
          site,
          mapping,
          values,
          isEarlier ? 'The mapping of the last import of this source' : 'The mapping',
        );
        const target = values['write-mapping'];
        if (target !== undefined) {
          await writeFileOutside(target, [`${JSON.stringify(mapping, null, 2)}\n`]);
          if (!values.json) print(`Written to ${target}. Change it, then import with --mapping ${target}`);
          return EXIT.ok;
        }
        const base = { ...site, change: commandOrigin('import', site.now()) };
        const tell = progressOf(values.json);
        const result = await importSource(
          base,
          source,
          { mapping, analysis },
          {
            dryRun: values['dry-run'] ?? false,
            fetches: values['no-fetch'] !== true,
            signal: stop.signal,
            progress: ({ done, total }) => tell(done, total),
          },
        );
        report(result, values);
        return result.failed > 0 || result.canceled ? EXIT.failed : EXIT.ok;
      } finally {
        await source.close();
      }
    });
  } finally {
    process.removeListener('SIGINT', cancel).removeListener('SIGTERM', cancel);
  }
}

async function jsonIn(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readTextFile(file));
  } catch (error) {
    throw invalid(
      message('mappingUnreadable', {
        path: file,
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
  }
}

/** Terminals run what other systems have put into a title as commands. */
const plain = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');

function linesOf({ from, count, collection, schema, fields }: MappedGroup, isNew: boolean): string[] {
  const target =
    collection === null ? 'skipped' : `collection ${collection}${isNew ? ` (new, schema ${schema})` : ''}`;
  const head = `${from}${count === undefined ? '' : ` (${count})`} -> ${target}`;
  return [
    head,
    ...fields.map((field) => {
      const kind = field.kind === undefined ? '' : ` (${field.kind})`;
      const relation = field.relation === undefined ? '' : `, names ${field.relation}`;
      const sample = field.samples?.[0] === undefined ? '' : `   e.g. ${field.samples[0].slice(0, 60)}`;
      return `  ${field.from} -> ${field.to ?? 'skipped'}${kind}${relation}${sample}`;
    }),
  ];
}

function show({ collections }: Site, mapping: ImportMapping, { json }: SourceValues, title: string): void {
  const isNew = ({ collection }: MappedGroup) => collection !== null && !collections.has(collection);
  if (json) emit({ event: 'mapping', mapping });
  else
    for (const line of [
      `${title}:`,
      ...(mapping.components ? [`components of MDX -> ${mapping.components}`] : []),
      ...mapping.groups.flatMap((group) => linesOf(group, isNew(group))),
      '',
    ])
      print(plain(line));
}

function report(result: SourceImportResult, { json, data = '' }: SourceValues): void {
  if (json) {
    emit({ event: 'result', ...result });
    return;
  }
  const { created, updated, same, skipped, failed, files, made, dryRun, canceled, transaction } = result;
  for (const what of made) print(plain(`${dryRun ? 'Would make' : 'Made'} ${what}`));
  if (dryRun) {
    for (const { place, action, collection, id } of result.items) {
      if (action !== 'fail' && action !== 'skip') print(plain(`${place}: ${action} ${collection}/${id}`));
    }
  }
  for (const line of result.warnings) print(plain(`Warning: ${line}`));
  for (const { place, action, message = '' } of result.items) {
    if (action === 'fail' || action === 'skip')
      print(plain(`${action === 'fail' ? 'Error' : 'Skipped'}: ${place}: ${message}`));
  }
  const counts = `${created} created, ${updated} changed, ${same} unchanged, ${skipped} skipped, ${failed} failed, ${files} files`;
  print(`${dryRun ? 'Dry run: ' : ''}${counts}`);
  if (canceled) print('The import was canceled. Start it again to continue.');
  if (transaction !== undefined && created + updated + made.length > 0) {
    print(`To take it back: plinth undo ${transaction} --data ${data}`);
  }
}
