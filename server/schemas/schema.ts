/** A schema ready for work: flattened, its kinds resolved, its validator compiled. */
import type { KindName, PropertyDefinition, SchemaDocument } from '../contract/schemas.js';
import type { JsonObject } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import type { PropertyKind } from '../properties/kind.js';

export interface Property {
  readonly name: string;
  readonly definition: PropertyDefinition;
  readonly kindName: KindName;
  readonly kind: PropertyKind;
  readonly required: boolean;
  readonly inheritedFrom?: string;
}

export interface Schema {
  readonly id: string;
  /** Flattened by the inheritance rules of interface 2.1. */
  readonly document: SchemaDocument;
  /** In document order, inherited ones after the schema's own. */
  readonly properties: ReadonlyMap<string, Property>;
  readonly required: readonly string[];
  readonly index: readonly string[];
  /** Changes with every change that matters to entries or answers. */
  readonly hash: string;
  /** Messages per failing property of a whole, normalised document; empty when it is sound. */
  check(document: JsonObject): ErrorDetails;
}
