/** Some rows of a snapshot, column by column: unused columns are never parsed. */
import type { JsonValue } from '../../contract/values.js';
import type { Entry, References, Row } from '../types/catalogue.js';
import type { Stamp } from '../types/stamp.js';

const UNKNOWN = -1;

/** The common data of a block's rows; the columns of `names` follow, a line each. */
export interface BlockHead {
  ids: string[];
  sizes: number[];
  times: number[];
  inos: number[];
  /** Times of the last change; `UNKNOWN` where it is not known. */
  changes: number[];
  /** Only where documents have parts that answers do not show. */
  digests?: (string | null)[];
  names: string[];
  /** A last column has what the rows refer to. */
  refers?: true;
}

/** A row, and what a snapshot keeps of its file beside the stamp. */
export interface SnapshotRow extends Row {
  readonly changed?: number | undefined;
  readonly digest?: string | undefined;
}

/** The values of one property, and the places of the rows that have none. */
type Column = [values: JsonValue[], missing: number[]];

/** How many lines follow the head. */
export const columnsOf = ({ names, refers }: BlockHead): number => names.length + (refers ? 1 : 0);

/** Where a block is: the id of its snapshot, and the place of its first row among all rows there. */
export interface BlockPlace {
  readonly snapshot: string;
  readonly first: number;
}

export class SnapshotBlock {
  readonly #place: BlockPlace;
  readonly #head: BlockHead;
  readonly #lines: readonly Buffer[];
  readonly #columns: (Column | undefined)[] = [];
  #references: (References | null)[] | undefined;

  /** `lines`: a column's JSON for each of the head's names, and the references. */
  constructor(place: BlockPlace, head: BlockHead, lines: readonly Buffer[]) {
    this.#place = place;
    this.#head = head;
    this.#lines = lines;
  }

  /** The place of a row among those of a snapshot; undefined where the block is of another one. */
  placeIn(snapshot: string, at: number): number | undefined {
    return this.#place.snapshot === snapshot ? this.#place.first + at : undefined;
  }

  /** The stamp of the row at a place; a new object each time. */
  stamp(at: number): Stamp {
    const { sizes, times, inos } = this.#head;
    return { size: sizes[at] ?? 0, mtimeMs: times[at] ?? 0, ino: inos[at] ?? 0 };
  }

  changed(at: number): number | undefined {
    const changed = this.#head.changes[at];
    return changed === UNKNOWN ? undefined : changed;
  }

  digest(at: number): string | undefined {
    return this.#head.digests?.[at] ?? undefined;
  }

  /** What the row at a place refers to. */
  references(at: number): References | undefined {
    if (!this.#head.refers) return undefined;
    if (this.#references === undefined) {
      const parsed: (References | null)[] = JSON.parse(this.#lines.at(-1)?.toString() ?? '');
      this.#references = parsed;
    }
    return this.#references[at] ?? undefined;
  }

  /** A property of the row at a place. */
  value(at: number, name: string): JsonValue | undefined {
    const place = this.#head.names.indexOf(name);
    return place < 0 ? undefined : this.#read(at, place);
  }

  /** The whole entry of the row at a place; a new object each time. */
  entry(at: number): Entry {
    const entry: Entry = {};
    for (const [place, name] of this.#head.names.entries()) {
      const value = this.#read(at, place);
      if (value !== undefined) entry[name] = value;
    }
    return entry;
  }

  #read(at: number, place: number): JsonValue | undefined {
    let column = this.#columns[place];
    if (column === undefined) {
      const parsed: Column = JSON.parse(this.#lines[place]?.toString() ?? '');
      column = parsed;
      this.#columns[place] = column;
    }
    const [values, missing] = column;
    return missing.includes(at) ? undefined : values[at];
  }
}

/** Names in an order that keeps the order of both lists; undefined where there is none. */
function merged(names: readonly string[], more: readonly string[]): readonly string[] | undefined {
  if (names.length === more.length && names.every((name, at) => name === more[at])) return names;
  const all: string[] = [];
  let from = 0;
  for (const name of more) {
    const place = names.indexOf(name);
    if (place >= 0) {
      if (place < from) return undefined;
      all.push(...names.slice(from, place));
      from = place + 1;
    }
    all.push(name);
  }
  return [...all, ...names.slice(from)];
}

/** Gathers rows for a block; their entries keep the order of their properties. */
export class BlockRows {
  readonly #rows: SnapshotRow[] = [];
  readonly #entries: Entry[] = [];
  #names: readonly string[] = [];

  get size(): number {
    return this.#rows.length;
  }

  /** False when the row must go into another block: its properties have another order. */
  add(row: SnapshotRow): boolean {
    const { entry } = row;
    const names = merged(this.#names, Object.keys(entry));
    if (names === undefined) return false;
    this.#names = names;
    this.#rows.push(row);
    this.#entries.push(entry);
    return true;
  }

  /** The block in a snapshot: the head, and lines of JSON for the columns after it. */
  block(): { head: BlockHead; columns: object[] } {
    const stamps = this.#rows.map(({ stamp }) => stamp);
    const digests = this.#rows.map(({ digest }) => digest ?? null);
    const references = this.#rows.map((row) => row.references ?? null);
    const refers = references.some((one) => one !== null);
    const head: BlockHead = {
      ids: this.#rows.map(({ id }) => id),
      sizes: stamps.map(({ size }) => size),
      times: stamps.map(({ mtimeMs }) => mtimeMs),
      inos: stamps.map(({ ino }) => ino),
      changes: this.#rows.map(({ changed }) => changed ?? UNKNOWN),
      ...(digests.some((digest) => digest !== null) && { digests }),
      names: [...this.#names],
      ...(refers && { refers }),
    };
    const columns = this.#names.map((name): Column => {
      const values = this.#entries.map((entry) => entry[name]);
      const missing = [...values.keys()].filter((at) => values[at] === undefined);
      return [values.map((value) => value ?? null), missing];
    });
    return { head, columns: refers ? [...columns, references] : columns };
  }
}
