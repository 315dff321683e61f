/** A schema ready for work: flattened, its kinds resolved, its validator compiled. */

import type { Yielder } from '../async/yielder.js';
import type { Details } from '../contract/messages/message.js';
import type { KindName, PropertyDefinition, SchemaDocument } from '../contract/schemas.js';
import type { JsonObject } from '../contract/values.js';
import type { PropertyKind } from '../properties/kind.js';
import type { SlowValues } from './too-slow.js';

/** A check that yields between parts, so that a large deck does not hold other requests up. Throws `TooSlow`. */
export type Checking = Generator<void, Details>;

/** The parts of a card or a deck. */
export interface Children {
  /** Ids of the schemas they can follow; none where the definition names none. */
  readonly schemaIds: readonly string[];
  /** Each part names its own in `schema`: a deck of blocks. */
  readonly named: boolean;
  /** A deck holds many by item id, a card is one itself. */
  readonly many: boolean;
  /** The current schemas that they can follow, as far as there are any. */
  all(): Schema[];
  /** The schema where no part is at hand: of blocks, with the properties of all of them. */
  schema(): Schema | undefined;
  /** The current schema of a part; undefined while there is none. */
  of(part: JsonObject): Schema | undefined;
}

export interface Property {
  readonly name: string;
  readonly definition: PropertyDefinition;
  readonly kindName: KindName;
  readonly kind: PropertyKind;
  readonly required: boolean;
  readonly inheritedFrom?: string;
  /** The value is made of parts that follow another schema. */
  readonly children?: Children;
}

export interface Schema {
  readonly id: string;
  /** Flattened by the rules of inheritance (spec/schemas.md#inheritance). */
  readonly document: SchemaDocument;
  /** In document order, inherited ones after the schema's own. */
  readonly properties: ReadonlyMap<string, Property>;
  readonly required: readonly string[];
  readonly index: readonly string[];
  /** Names properties had before, with their present ones; a name some property has now is not among them. */
  readonly former: ReadonlyMap<string, string>;
  /** Whether files may hold values under former names, in the object itself or in one of its parts. */
  readonly renamed: boolean;
  /** Changes with every change that matters to entries or answers, also of schemas its parts follow. */
  readonly hash: string;
  /** How schemas that cards and decks name are found. */
  readonly schemaOf: SchemaOf;
  /**
   * Messages per failing property of a whole, normalized document; empty when it is sound. Rejects with `TooSlow` for a
   * value that may not stay.
   */
  check(document: JsonObject, yielder?: Yielder, slow?: SlowValues): Promise<Details>;
  /** As `check`, for a card or an item `depth` levels inside an object: its id is not judged. */
  checkPart(part: JsonObject, depth: number, slow?: SlowValues): Checking;
}

/** Finds a compiled schema by its id; undefined when there is none. */
export type SchemaOf = (id: string) => Schema | undefined;
