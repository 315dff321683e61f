/** Files that are added on the media page: each needs an object to belong to, so one is made for it. */
import type { QueryClient } from '@tanstack/react-query';
import { fileRules, ruleProblems, stemOf } from '#contract/files';
import { slug } from '#contract/names';
import type { CollectionSummary } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { isJsonObject } from '#contract/values';
import { ApiError, problemsOf } from '../../api/client';
import { saveFile } from '../../api/files';
import { createObject, deleteObject } from '../../api/mutations';
import type { ObjectWithTag } from '../../api/queries';
import { kindFor, shownProperties } from '../../fields';
import { labelOf } from '../../fields/field-rules';

/** A field of the objects of a collection that takes files. */
export interface Target {
  collection: string;
  property: string;
  label: string;
  /** All files go into one object. */
  many: boolean;
  /** Property that shows what an object is called. */
  title: string | undefined;
  /** Whether the field takes a file of a type. */
  takes(type: string): boolean;
}

/** What an object is called by, the likeliest first. */
const TITLES = ['title', 'name', 'label'];

/** The fields of a collection that take files. A file that is required cannot be added after its object. */
export function targetsIn({ name, title }: CollectionSummary, schema: SchemaDefinition): Target[] {
  const titled = TITLES.find((key) => schema.properties[key]?.type === 'string');
  return shownProperties(schema).flatMap((property) => {
    const definition = schema.properties[property];
    const takes = definition && kindFor(definition, undefined).takes;
    if (!takes || definition.required) return [];
    const { filetype } = fileRules(isJsonObject(definition.settings) ? definition.settings : undefined);
    const fits = (type: string) =>
      type === '' ||
      ((!takes.pictures || type.startsWith('image/')) &&
        ruleProblems(filetype === undefined ? {} : { filetype }, { name: '', mime: type, size: 0 }).length ===
          0);
    return [
      {
        collection: name,
        property,
        label: `${title || name}: ${labelOf(property, definition)}`,
        many: takes.many,
        title: titled,
        takes: fits,
      },
    ];
  });
}

/** A name of a file as a title: `old-harbor_2.jpg` becomes `Old harbor 2`. */
function titleOfFile(name: string): string {
  const words = stemOf(name)
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** How many ids are tried where others have the same. */
const TRIES = 50;

/** Makes an object under an id that is free. */
async function newObject(
  client: QueryClient,
  { collection, title }: Target,
  name: string,
): Promise<ObjectWithTag> {
  const id = slug(titleOfFile(name)).slice(0, 100) || 'file';
  for (let count = 1; ; count += 1) {
    const body = {
      id: count === 1 ? id : `${id}-${count}`,
      ...(title !== undefined && { [title]: titleOfFile(name) }),
    };
    try {
      return await createObject(client, collection, body);
    } catch (error) {
      const taken = error instanceof ApiError && error.status === 422 && 'id' in problemsOf(error);
      if (!taken || count === TRIES) throw error;
    }
  }
}

export interface Added {
  collection: string;
  id: string;
  etag: string;
}

/**
 * Adds files to new objects, one for each, or one for all where the field takes many. An object whose file the server
 * does not take is moved to the trash again. Calls `onDone` after each file, with the error of one that failed.
 */
export async function addToNewObjects(
  client: QueryClient,
  target: Target,
  files: readonly File[],
  onDone: (file: File, error?: unknown) => void,
): Promise<Added[]> {
  const { collection, property, many } = target;
  const added: Added[] = [];
  let shared: Added | undefined;
  for (const file of files) {
    let made: Added | undefined;
    try {
      if (shared === undefined) {
        const { object, etag } = await newObject(client, target, file.name);
        made = { collection, id: String(object.id), etag };
      }
      const into = shared ?? made;
      if (into === undefined) continue;
      const address = { collection, id: into.id, segments: [property] };
      into.etag = (await saveFile(address, file, { ifMatch: into.etag })).etag;
      if (made) added.push(made);
      if (many) shared = into;
      onDone(file);
    } catch (error) {
      if (made) await deleteObject(client, collection, made.id, made.etag).catch(() => undefined);
      onDone(file, error);
    }
  }
  return added;
}

/** Moves what was added to the trash. */
export async function undoAdded(client: QueryClient, added: readonly Added[]): Promise<void> {
  for (const { collection, id, etag } of added) await deleteObject(client, collection, id, etag);
}
