/** What the JSON Schema of a collection says about its relations. */
import type { Connection } from './connection.js';

/** What is read of a JSON Schema. */
interface Part {
  $ref?: string;
  items?: Part;
  properties?: Record<string, Part>;
  additionalProperties?: boolean | Part;
  definitions?: Record<string, Part>;
  'x-plinth-relation'?: { collection: string; property: string };
}

/** The properties of a value, of its items where it is a list or a deck. */
function propertiesOf({ definitions = {} }: Part, part: Part): Record<string, Part> {
  const seen = new Set<Part>();
  for (let at: Part | undefined = part; at && !seen.has(at); ) {
    seen.add(at);
    const { $ref, items, properties, additionalProperties }: Part = at;
    if (properties) return properties;
    if ($ref !== undefined) at = definitions[$ref.slice($ref.lastIndexOf('/') + 1)];
    else at = items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  }
  return {};
}

/** Whether the values of these relations, each named by its path, are ids of objects. */
export async function relationsAreIds(
  connection: Connection,
  collection: string,
  paths: readonly string[],
): Promise<boolean> {
  const schemaOf = async (name: string): Promise<Part> =>
    Object(
      (await connection.json(`/api/collections/${encodeURIComponent(name)}/schema/json-schema`, {})).data,
    );
  const isById = async (path: string): Promise<boolean> => {
    let whole = await schemaOf(collection);
    let at: Part | undefined = whole;
    let relation: Part['x-plinth-relation'];
    for (const name of path.split('.')) {
      if (relation) {
        whole = await schemaOf(relation.collection);
        at = whole;
      }
      at = propertiesOf(whole, at)[name];
      if (!at) return false;
      relation = at['x-plinth-relation'];
      if (relation && relation.property !== 'id') return false;
    }
    return relation !== undefined;
  };
  return (await Promise.all(paths.map(isById))).every(Boolean);
}
