/** Checks a mapping that was changed by hand: every problem at once, each with its place. */
import type { Base } from '../../content/core/base.js';
import {
  IMPORTED_KINDS,
  type ImportMapping,
  isImportedKind,
  type MappedField,
  type MappedGroup,
  type SourceFormat,
} from '../../contract/imports.js';
import { type Details, message, rule } from '../../contract/messages/message.js';
import { idProblem, SYSTEM_PROPERTIES, UNSAFE_KEYS } from '../../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { failed, invalid } from '../../errors.js';
import type { Schema } from '../../schemas/schema.js';
import type { Analysis } from './analyse.js';

class Check {
  readonly problems: Details = {};
  readonly #base: Base;
  readonly #analysis: Analysis;

  constructor(base: Base, analysis: Analysis) {
    this.#base = base;
    this.#analysis = analysis;
  }

  #add(path: string, sentence: string): void {
    this.problems[path] = [...(this.problems[path] ?? []), rule(sentence)];
  }

  group(value: JsonValue, at: number): MappedGroup | undefined {
    const path = `groups.${at}`;
    if (!isJsonObject(value)) {
      this.#add(path, 'must be an object');
      return undefined;
    }
    const { from, collection, schema, identity, fields } = value;
    const known = typeof from === 'string' ? this.#analysis.groups.get(from) : undefined;
    if (typeof from !== 'string' || !known) {
      this.#add(
        `${path}.from`,
        `must be one of the groups of the source: ${[...this.#analysis.groups.keys()].join(', ')}`,
      );
      return undefined;
    }
    if (collection === null) return { from, collection: null, fields: [] };
    const problem = idProblem(collection ?? '');
    if (typeof collection !== 'string' || problem) {
      this.#add(`${path}.collection`, problem ?? 'must be the id of a collection, or null');
      return undefined;
    }
    const target = this.#schemaOf(collection, schema, path);
    if (identity !== undefined && (typeof identity !== 'string' || !isPropertyName(identity))) {
      this.#add(`${path}.identity`, 'must be the name of a property');
    }
    if (typeof identity === 'string' && target && !target.properties.has(identity)) {
      this.#add(`${path}.identity`, `must be a property of the schema "${target.id}"`);
    }
    const list = Array.isArray(fields) ? fields : [];
    if (!Array.isArray(fields)) this.#add(`${path}.fields`, 'must be a list');
    const mapped = list.flatMap(
      (field, index) => this.#field(field, `${path}.fields.${index}`, known.fields, target) ?? [],
    );
    this.#oncePerProperty(mapped, path);
    return {
      from,
      collection,
      ...(typeof schema === 'string' && { schema }),
      ...(typeof identity === 'string' && { identity }),
      fields: mapped,
    };
  }

  /** The schema whose properties the fields must name; undefined where it is made by the import. */
  #schemaOf(collection: string, schema: JsonValue | undefined, path: string): Schema | undefined {
    const { collections, library } = this.#base;
    if (collections.has(collection)) return collections.get(collection).schema;
    const problem = idProblem(schema ?? '');
    if (typeof schema !== 'string' || problem) {
      this.#add(`${path}.schema`, problem ?? 'must be the id of a schema');
      return undefined;
    }
    return library.schema(schema);
  }

  #field(
    value: JsonValue,
    path: string,
    known: ReadonlyMap<string, unknown>,
    schema: Schema | undefined,
  ): MappedField | undefined {
    if (!isJsonObject(value)) {
      this.#add(path, 'must be an object');
      return undefined;
    }
    const { from, to, kind, label, relation } = value;
    if (typeof from !== 'string' || !known.has(from)) {
      this.#add(`${path}.from`, 'must be a field of the group');
      return undefined;
    }
    if (to === null) return { from, to };
    if (typeof to !== 'string' || !isPropertyName(to)) {
      this.#add(`${path}.to`, 'must be the name of a property, "id", or null');
      return undefined;
    }
    if (schema && to !== 'id' && !schema.properties.has(to)) {
      this.#add(`${path}.to`, `must be a property of the schema "${schema.id}", which has no "${to}"`);
    }
    if (kind !== undefined && !isImportedKind(kind)) {
      this.#add(`${path}.kind`, `must be one of ${IMPORTED_KINDS.join(', ')}`);
    }
    if (relation !== undefined && (typeof relation !== 'string' || !this.#analysis.groups.has(relation))) {
      this.#add(`${path}.relation`, 'must be a group of the source');
    }
    return {
      from,
      to,
      ...(isImportedKind(kind) && { kind }),
      ...(typeof label === 'string' && { label }),
      ...(typeof relation === 'string' && { relation }),
    };
  }

  #oncePerProperty(fields: readonly MappedField[], path: string): void {
    const seen = new Map<string, string>();
    for (const { from, to } of fields) {
      if (to === null) continue;
      const other = seen.get(to);
      if (other !== undefined)
        this.#add(`${path}.fields`, `must not map both "${other}" and "${from}" to "${to}"`);
      seen.set(to, from);
    }
  }
}

const isPropertyName = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_-]{0,99}$/.test(name) && !UNSAFE_KEYS.has(name) && !SYSTEM_PROPERTIES.has(name);

/** Two groups may not fill the same collection: their keys would be mixed up. */
function checkCollections(groups: readonly MappedGroup[], problems: Details): void {
  const seen = new Map<string, string>();
  for (const { from, collection } of groups) {
    if (collection === null) continue;
    const other = seen.get(collection);
    if (other === from) problems.groups = [rule(`must have "${from}" only once`)];
    seen.set(collection, from);
  }
}

/** Throws `invalid`, and `validation` with every problem. */
export function checkMapping(
  base: Base,
  analysis: Analysis,
  format: SourceFormat,
  document: unknown,
): ImportMapping {
  if (!isJsonObject(document)) throw invalid(message('mappingNeedsObject'));
  const { version, groups, components }: JsonObject = document;
  if (version !== 1) throw failed({ version: [message('notOne')] }, message('mappingUnusable'));
  if (!Array.isArray(groups)) throw failed({ groups: [message('notList')] }, message('mappingUnusable'));
  const as = components === 'code' || components === 'content' ? components : undefined;
  if (components !== undefined && as === undefined)
    throw failed({ components: [message('notCodeOrContent')] }, message('mappingUnusable'));
  const check = new Check(base, analysis);
  const checked = groups.flatMap((group, at) => check.group(group, at) ?? []);
  checkCollections(checked, check.problems);
  if (Object.keys(check.problems).length > 0) throw failed(check.problems, message('mappingUnusable'));
  return { version: 1, format, ...(as && { components: as }), groups: checked };
}
