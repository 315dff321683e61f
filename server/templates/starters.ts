/** The bundled starters: template definitions with sample content, in `resources/templates/`. */
import type { StarterSummary, TemplateDocument } from '../contract/templates.js';
import { listResources, readResource } from '../store/host/resources.js';

const FOLDER = 'templates';
const EXTENSION = '.json';

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

function starterIds(): string[] {
  return listResources(FOLDER)
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .sort();
}

function read(id: string): TemplateDocument {
  return JSON.parse(readResource(`${FOLDER}/${id}${EXTENSION}`)) as TemplateDocument;
}
