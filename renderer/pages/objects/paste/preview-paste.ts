/** What pasting would change, as the server sees it. */
import type { QueryClient } from '@tanstack/react-query';
import { choicesQuery } from '../../../api/choices';
import type { ListView } from '../../../api/list-request';
import { listedIds } from '../../../api/listed-ids';
import { relatedCollection, withChoices } from '../../../fields/select/choice';
import type { ListColumn } from '../../../lists/columns';
import { alterations } from '../bulk/bulk-change';
import { type Following, type Preview, previewRows } from '../bulk/bulk-edit';
import { type Pasted, planRow, writtenColumns } from './paste-plan';

const texts = {
  unread: (label: string, text: string) => `${label}: “${text}” cannot be read`,
  fixed: (label: string) => `${label} cannot be changed here`,
};

/** Questions about names of other objects that are asked at most. */
const MOST_NAMES = 200;

/** A column with the objects its texts name among its options. */
async function withRelated(
  client: QueryClient,
  collection: string,
  column: ListColumn | undefined,
  words: readonly string[],
): Promise<ListColumn | undefined> {
  if (column === undefined || relatedCollection(column.definition) === undefined) return column;
  const all = await client.fetchQuery(choicesQuery(collection, column.id));
  const found = [...all.options];
  if (all.total > all.options.length) {
    const names = new Set(words.flatMap((text) => text.split(/[,;\n]/)).map((text) => text.trim()));
    for (const name of [...names].filter((one) => one !== '').slice(0, MOST_NAMES)) {
      found.push(...(await client.fetchQuery(choicesQuery(collection, column.id, name))).options);
    }
  }
  return { ...column, definition: withChoices(column.definition, found) };
}

export interface PasteRequest {
  collection: string;
  view: ListView;
  pasted: Pasted;
  /** Columns that take texts; undefined for those that do not. */
  columns: readonly (ListColumn | undefined)[];
  locale: string;
}

/** Reads the objects that the rows are pasted over and checks what would be written. Throws as `previewRows`. */
export async function previewPaste(
  client: QueryClient,
  { collection, view, pasted, columns, locale }: PasteRequest,
  following: Following,
): Promise<Preview> {
  const { table, first } = pasted;
  const part = { offset: first, count: table.length, signal: following.signal };
  const ids = await listedIds(collection, view, part);
  const targets = await Promise.all(
    columns.map((column, at) =>
      withRelated(
        client,
        collection,
        column,
        table.map((row) => row[at] ?? ''),
      ),
    ),
  );
  const written = writtenColumns(pasted);
  const places = new Map(ids.map((id, place) => [id, place]));
  return previewRows(
    collection,
    ids,
    (object, id) => {
      const row = table[places.get(id) ?? -1] ?? [];
      const { changes, unread, fixed } = planRow(object, row, targets, locale, written);
      const refused = [
        ...unread.map(({ label, text }) => texts.unread(label, text)),
        ...fixed.map((label) => texts.fixed(label)),
      ];
      return {
        altered: alterations(object, changes),
        ...(refused.length > 0 && { refused: refused.join('; ') }),
      };
    },
    following,
  );
}
