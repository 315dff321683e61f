/** Reports, exports and imports (spec/import-export.md): addresses of files, and what is sent. */
import { queryOptions } from '@tanstack/react-query';
import type { SheetFormat, WrittenFormat } from '#contract/sheets';
import type { ImportResult, UnfinishedImport } from '#contract/templates';
import type { ImportAnswer, ReportField } from '#contract/transfer';
import { api, NO_VERSION } from './client';
import { transactionIn } from './history';
import { keys } from './keys';
import { type ListView, sortWord } from './list-request';
import { IMPORT, UNFINISHED_IMPORTS } from './paths';

const part = encodeURIComponent;

/** Longest address a request may have: servers and proxies refuse more. */
export const LONGEST_ADDRESS = 8000;

/** Which objects of a collection, in which order. Without ids those of the view. */
export interface Choice {
  view: ListView;
  ids?: readonly string[] | undefined;
}

/** An address with its words, the marks of the filter grammar left readable. */
export function addressOf(path: string, words: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(words)) if (value) query.set(name, value);
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text === '' ? path : `${path}?${text}`;
}

/** Query parameters that select objects. Selected IDs take precedence over the view. */
export function choiceWords({ view, ids }: Choice): Record<string, string | undefined> {
  const { search, include, any, exclude, state, set: perspective } = view;
  const sorting = sortWord(view);
  if (ids) return { include: `id:in:${ids.join('|')}`, sort: sorting, perspective };
  return { include, any, exclude, search, state, sort: sorting, perspective };
}

/** `/export/collections/{c}/json` or `/csv`; `fields`: the columns of a CSV file, all without it. */
export const exportAddress = (
  collection: string,
  format: 'json' | 'csv',
  choice: Choice,
  fields?: readonly string[],
  written: WrittenFormat = {},
): string =>
  addressOf(`/export/collections/${part(collection)}/${format}`, {
    ...choiceWords(choice),
    fields: fields?.join(),
    ...written,
  });

/** A collection as it is in the folder, with all files. */
export const zipAddress = (collection: string): string => `/export/collections/${part(collection)}/zip`;

/** What a template is made of; everything when neither is named. */
export interface TemplateParts {
  name?: string | undefined;
  description?: string | undefined;
  /** Schemas without collections and objects. */
  schemasOnly?: boolean;
  collections?: readonly string[] | undefined;
  /** `collection/id`. */
  objects?: readonly string[] | undefined;
}

/** The folder, or parts of it, as a template definition. */
export const templateAddress = (parts: TemplateParts): string =>
  addressOf('/export/jumpstart', {
    name: parts.name?.trim(),
    description: parts.description?.trim(),
    mode: parts.schemasOnly ? 'sync' : undefined,
    collections: parts.collections?.join(),
    objects: parts.objects?.join(),
  });

/** `/report/collections/{c}/csv` or `/json`. */
export const reportAddress = (
  collection: string,
  format: 'json' | 'csv',
  choice: Choice,
  fields: readonly string[],
  written: WrittenFormat = {},
): string =>
  addressOf(`/report/collections/${part(collection)}/${format}`, {
    fields: fields.join(),
    ...choiceWords(choice),
    ...written,
  });

/** What a report of a collection can have as columns. */
export const reportFieldsQuery = (collection: string) =>
  queryOptions({
    queryKey: [...keys.schemaOf(collection), 'report-fields'],
    queryFn: async ({ signal }) => {
      const path = `/report/collections/${part(collection)}/fields`;
      return (await api.get<ReportField[]>(path, { query: { format: 'json' }, signal })).data;
    },
  });

export type ImportFormat = 'csv' | 'json' | 'zip';

export interface ImportRequest {
  collection: string;
  format: ImportFormat;
  file: Blob;
  update: boolean;
  dryRun: boolean;
  written?: SheetFormat | undefined;
  /** When the preview began: updates are merged with what others have changed since. */
  since?: string | undefined;
  signal?: AbortSignal;
}

export interface Imported extends ImportAnswer {
  /** The transaction of the import, by which it is undone. */
  transaction: string | undefined;
}

/** Imports objects from a file, or says in a dry run what would happen. Throws `ApiError` for a file that is refused whole. */
export async function importFile(request: ImportRequest): Promise<Imported> {
  const { collection, format, file, update, dryRun, written = {}, since, signal } = request;
  const form = new FormData();
  // Fields come before the file, so that they are known when it arrives.
  form.set('update', String(update));
  form.set('dryRun', String(dryRun));
  for (const [name, word] of Object.entries(written)) if (word !== undefined) form.set(name, word);
  if (since !== undefined) form.set('since', since);
  form.set(format, file, `import.${format}`);
  const path = `/import/collections/${part(collection)}/${format}`;
  const { data, headers } = await api.post<ImportAnswer>(path, { ifMatch: NO_VERSION, form, signal });
  return { ...data, transaction: transactionIn(headers) };
}

/** Makes what a template definition describes, or says in a dry run what would be made. */
export async function importTemplateFile(
  document: unknown,
  { dryRun }: { dryRun: boolean },
): Promise<ImportResult & { transaction: string | undefined }> {
  const path = dryRun ? `${IMPORT}?dryRun=1` : IMPORT;
  const { data, headers } = await api.post<ImportResult>(path, { ifMatch: NO_VERSION, body: document });
  return { ...data, transaction: transactionIn(headers) };
}

/** Interrupted imports. */
export const unfinishedImportsQuery = () =>
  queryOptions({
    queryKey: keys.unfinishedImports,
    queryFn: async ({ signal }) =>
      (await api.get<{ imports: UnfinishedImport[] }>(UNFINISHED_IMPORTS, { signal })).data.imports,
  });

/** Forgets that an import was cut off; what it has made stays. */
export const forgetImport = async (id: string): Promise<void> => {
  await api.delete(`${UNFINISHED_IMPORTS}/${part(id)}`, { ifMatch: NO_VERSION });
};
