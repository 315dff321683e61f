/** The bundled starters: in `resources/starters/{id}` a template definition, the files of its objects, and a site. */
import type { StarterSummary, TemplateDocument } from '../contract/templates.js';
import type { JsonObject } from '../contract/values.js';
import { listResources, packagePath, readResource } from '../store/host/resources.js';

const FOLDER = 'starters';
const DEFINITION = 'template.json';

/** A file that belongs to an object of a starter. */
export interface StarterFile {
  collection: string;
  id: string;
  property: string;
  name: string;
  /** Its text and whether it is featured, as a form sets them. */
  metadata: JsonObject;
  /** Below `resources/`. */
  path: string;
}

/** Every starter, A-Z by id. */
export function listStarters(): StarterSummary[] {
  return starterIds().map((id) => {
    const { name, description } = read(id);
    return { id, name, description: description ?? '' };
  });
}

/** A starter's definition, ready for `importTemplate`; undefined when there is none with that id. */
export function starter(id: string): TemplateDocument | undefined {
  return starterIds().includes(id) ? read(id) : undefined;
}

/**
 * The files of a starter's objects, by object and in their order: `files.json` has their paths below `files` and their
 * metadata.
 */
export function starterFiles(id: string): Map<string, StarterFile[]> {
  const listed: Record<string, JsonObject> = JSON.parse(readResource(`${FOLDER}/${id}/files.json`));
  const objects = new Map<string, StarterFile[]>();
  for (const [path, metadata] of Object.entries(listed)) {
    const [collection = '', object = '', property = '', name = ''] = path.split('/');
    const file = { collection, id: object, property, name, metadata, path: `${FOLDER}/${id}/files/${path}` };
    const key = `${collection}/${object}`;
    objects.set(key, [...(objects.get(key) ?? []), file]);
  }
  return objects;
}

/** Absolute path of the site project of a starter. */
export const starterSite = (id: string): string => packagePath('resources', FOLDER, id, 'site');

export const starterIds = (): string[] =>
  listResources(FOLDER).filter((id) => listResources(`${FOLDER}/${id}`).includes(DEFINITION));

function read(id: string): TemplateDocument {
  return JSON.parse(readResource(`${FOLDER}/${id}/${DEFINITION}`)) as TemplateDocument;
}
