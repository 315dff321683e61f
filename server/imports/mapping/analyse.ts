/** Reads a source once: its groups, the fields of each, and the key of each item. */
import { message } from '../../contract/messages/message.js';
import type { JsonValue } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import type { Source, SourceItem } from '../source.js';
import { FieldStats } from './kinds-of-values.js';

/** Limits of one source. */
const MAX_GROUPS = 500;
const MAX_FIELDS = 500;
const MAX_ITEMS = 1_000_000;

/** What is needed of an item to give it an id. */
export interface KnownItem {
  key: string;
  slug: string;
}

export interface GroupStats {
  name: string;
  fields: Map<string, FieldStats>;
  items: KnownItem[];
  /** How many items there are, with those that cannot be imported. */
  count: number;
  slugs: Set<string>;
  keys: Set<string>;
}

export interface Analysis {
  groups: Map<string, GroupStats>;
  total: number;
  /** Whether a text is MDX. */
  hasMdx: boolean;
  /** The fields that ids were made of, by group. */
  idFields: ReadonlyMap<string, string>;
}

const TITLES = ['title', 'name', 'label', 'heading', 'subject'];

/** The text an id is made of, where the source names none. */
export function titleIn(fields: ReadonlyMap<string, JsonValue>): string | undefined {
  for (const name of TITLES) {
    const value = fields.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

export interface AnalyseOptions {
  signal?: AbortSignal | undefined;
  /** The fields whose values become ids, by group. */
  idFields?: ReadonlyMap<string, string>;
}

/** Finds the fields that ids are made of: those that are named, else those the source knows. */
class IdFields {
  readonly found: Map<string, string>;
  readonly #source: Source;
  readonly #isNamed: boolean;

  constructor(source: Source, named: AnalyseOptions['idFields']) {
    this.found = new Map(named);
    this.#source = source;
    this.#isNamed = named !== undefined;
  }

  slug({ group, key, slug, fields }: SourceItem): string {
    const field = this.found.get(group);
    const value = field === undefined ? undefined : fields.get(field);
    if (typeof value === 'string' && value !== '') return value;
    return typeof value === 'number' ? String(value) : (slug ?? titleIn(fields) ?? key);
  }

  /** A field of a group that is seen for the first time. */
  see(group: string, field: string): void {
    if (!this.#isNamed && !this.found.has(group) && this.#source.hint(group, field)?.to === 'id')
      this.found.set(group, field);
  }
}

/** Throws `tooLarge`, and what reading the source throws. */
export async function analyse(source: Source, { signal, idFields }: AnalyseOptions = {}): Promise<Analysis> {
  const groups = new Map<string, GroupStats>();
  const ids = new IdFields(source, idFields);
  let total = 0;
  let hasMdx = false;
  for await (const item of source.items(signal)) {
    const { group, key, fields, problem } = item;
    signal?.throwIfAborted();
    total += 1;
    hasMdx ||= item.isMdx === true;
    if (total > MAX_ITEMS)
      throw new PlinthError('tooLarge', message('sourceItemsLimit', { name: source.name, limit: MAX_ITEMS }));
    let stats = groups.get(group);
    if (!stats) {
      if (groups.size >= MAX_GROUPS)
        throw new PlinthError(
          'tooLarge',
          message('sourceGroupsLimit', { name: source.name, limit: MAX_GROUPS }),
        );
      stats = { name: group, fields: new Map(), items: [], count: 0, slugs: new Set(), keys: new Set() };
      groups.set(group, stats);
    }
    stats.count += 1;
    if (problem !== undefined) continue;
    for (const [name, value] of fields) {
      if (!stats.fields.has(name)) ids.see(group, name);
      addField(stats, name, value, source.name);
    }
    const slug = ids.slug(item);
    if (!stats.keys.has(key)) stats.items.push({ key, slug });
    stats.keys.add(key);
    stats.slugs.add(slug);
  }
  return { groups, total, hasMdx, idFields: ids.found };
}

function addField({ name: group, fields }: GroupStats, name: string, value: JsonValue, source: string): void {
  let stats = fields.get(name);
  if (!stats) {
    if (fields.size >= MAX_FIELDS) {
      throw new PlinthError(
        'tooLarge',
        message('sourceFieldsLimit', { name: source, group, limit: MAX_FIELDS }),
      );
    }
    stats = new FieldStats(name);
    fields.set(name, stats);
  }
  stats.add(value);
}
