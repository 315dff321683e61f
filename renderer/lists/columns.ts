/** Which properties of a schema make columns of a list, how wide they are and which are shown at first. */

import type { RelatedLabel } from '#contract/relations';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { declaredKind } from '../fields';
import { labelOf } from '../fields/field-rules';
import { flag } from '../fields/settings';
import { t } from '../t';
import { TITLE_PROPERTIES } from '../ui/title-of';

export interface ListColumn {
  /** Property name; also the name to sort by. */
  id: string;
  label: string;
  definition: PropertyOnWire;
  /** Width in pixels the column needs at least. */
  min: number;
  /** Share of the room that is left over. */
  grow: number;
  align: 'start' | 'end';
  /** A first click on the head sorts from the highest value down. */
  descending: boolean;
  /** `flag`: a yes/no shown as a badge when it is on; `ago`: how long ago; `value`: as its kind shows it. */
  show: 'title' | 'flag' | 'ago' | 'value';
  /** Of a relation: the objects in view that values name; undefined for one that is missing. */
  related?: ReadonlyMap<string, RelatedLabel | undefined>;
  /** What objects are called is still asked for. */
  isAsking?: boolean;
  /** Place among the columns shown at first; undefined: only on demand. */
  rank: number | undefined;
}

/** Written by Plinth, so no schema describes them; `modified` closes every list. */
const SYSTEM: Record<'created' | 'modified', { label: string; rank?: number }> = {
  created: { label: t('Created') },
  modified: { label: t('Modified'), rank: 99 },
};

const systemColumn = (id: 'created' | 'modified'): ListColumn => ({
  id,
  label: SYSTEM[id].label,
  definition: { type: 'date', field: 'datetime', label: SYSTEM[id].label, required: false },
  min: 130,
  grow: 0.5,
  align: 'start',
  descending: true,
  show: 'ago',
  rank: SYSTEM[id].rank,
});

/** The property whose value names an object: a usual name, else the first indexed text, else the id. */
function titleProperty(schema: SchemaDefinition): string {
  const usual = TITLE_PROPERTIES.find((name) => schema.properties[name] !== undefined);
  if (usual !== undefined) return usual;
  const text = schema.index.find((name) => {
    const definition = schema.properties[name];
    return definition !== undefined && declaredKind(definition)?.title === true;
  });
  return text ?? 'id';
}

/** Dates Plinth sets by itself say the same as `created` and `modified`. */
function isAutomatic(definition: PropertyOnWire): boolean {
  return flag(definition, 'onCreate') || flag(definition, 'onUpdate');
}

/** Pixels a column's head needs, up to a bound: two columns should not go for one long label. */
const headWidth = (label: string): number => Math.min(150, 34 + label.length * 7);

/** All columns a list of this schema can show: title first, indexed properties in the index's order, system ones last. */
export function columnsOf(schema: SchemaDefinition): ListColumn[] {
  const title = titleProperty(schema);
  const names = new Set([title, ...schema.index, 'id']);
  const columns: ListColumn[] = [];
  for (const name of names) {
    const definition = schema.properties[name];
    if (definition === undefined || name === 'created' || name === 'modified') continue;
    const defaults = declaredKind(definition)?.column;
    if (name !== title && (defaults === undefined || definition.hide === true)) continue;
    columns.push({
      id: name,
      label: labelOf(name, definition),
      definition,
      min: name === title ? 220 : Math.max(defaults?.min ?? 130, headWidth(labelOf(name, definition))),
      grow: name === title ? 3 : (defaults?.grow ?? 1),
      align: defaults?.align ?? 'start',
      descending: defaults?.descending ?? false,
      show: name === title ? 'title' : (defaults?.show ?? 'value'),
      rank: name === title ? 0 : isAutomatic(definition) ? undefined : defaults?.rank,
    });
  }
  return [...columns, systemColumn('created'), systemColumn('modified')];
}

/** Pixels of the columns for the check box and the menu. */
const EDGES = 84;

/** Pixels left over for the title, beyond what it needs at least, before others take them. */
const TITLE_SPARE = 100;

/** Ids of the columns shown by default: the best ranked that fit into `width` pixels. */
export function columnsThatFit(columns: readonly ListColumn[], width: number): Set<string> {
  const ranked = columns
    .filter((column) => column.rank !== undefined)
    // Of the columns that fit, the title and the time of the last change matter most.
    .sort((a, b) => Number(b.show === 'ago') - Number(a.show === 'ago') || (a.rank ?? 0) - (b.rank ?? 0))
    .sort((a, b) => Number(b.show === 'title') - Number(a.show === 'title'));
  const fitting = new Set<string>();
  let left = width - EDGES;
  for (const column of ranked) {
    const spare = column.show === 'title' || column.show === 'ago' ? 0 : TITLE_SPARE;
    if (fitting.size > 0 && column.min > left - spare) continue;
    if (fitting.size >= 7) break;
    fitting.add(column.id);
    left -= column.min;
  }
  return fitting;
}

/** Columns by their names in that order; the title is always there, and names nothing has are left out. */
export function chosenColumns(all: readonly ListColumn[], names: readonly string[]): ListColumn[] {
  const chosen = names
    .map((name) => all.find((column) => column.id === name))
    .filter((column) => column !== undefined);
  const title = all.filter((column) => column.show === 'title' && !chosen.includes(column));
  return [...title, ...chosen];
}

/** Names with one of them moved by so many places, as far as the list goes. */
export function movedColumn(names: readonly string[], name: string, by: number): string[] {
  const from = names.indexOf(name);
  if (from < 0) return [...names];
  const to = Math.max(0, Math.min(names.length - 1, from + by));
  return names.toSpliced(from, 1).toSpliced(to, 0, name);
}

/** Pixels of the handle that a row is dragged by. */
const GRIP = 24;

/** CSS grid columns of a row: check box, after the handle of one that can be moved, the shown columns, menu. */
export function gridTemplate(columns: readonly ListColumn[], movable = false): string {
  const tracks = columns.map((column) => `minmax(${column.min}px, ${column.grow}fr)`);
  return [`${movable ? 40 + GRIP : 40}px`, ...tracks, '44px'].join(' ');
}

/** Width in pixels below which a row scrolls sideways. */
export function rowWidth(columns: readonly ListColumn[], movable = false): number {
  return columns.reduce((sum, column) => sum + column.min, movable ? EDGES + GRIP : EDGES);
}
