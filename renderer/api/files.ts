/** Files of an object (spec/files.md#upload). All throw `ApiError`. */
import type { SavedFile } from '#contract/files';
import type { JsonObject } from '#contract/values';
import { api, NO_VERSION } from './client';
import type { ChosenFile } from './media';
import { objectPath } from './paths';
import type { ObjectWithTag } from './queries';
import { TRASH_HEADER } from './trash-header';

/** A property of an object, and further segments: children, a file's name. */
export interface FileAddress {
  collection: string;
  id: string;
  segments: readonly string[];
  /** Folder of a depot. */
  folder?: string;
  /** The change set whose files these are; without one they are live. */
  set?: string | undefined;
}

const pathOf = ({ collection, id, segments }: FileAddress): string =>
  [objectPath(collection, id), ...segments.map(encodeURIComponent)].join('/');

const queryOf = ({ folder }: FileAddress) => (folder === undefined || folder === '' ? {} : { path: folder });

export interface SendOptions {
  ifMatch: string;
  signal?: AbortSignal;
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress?(part: number): void;
}

/** Saves a file, or a copy of one in the folder; the answer is the object with it. */
export async function saveFile(
  address: FileAddress,
  file: File | ChosenFile,
  { ifMatch, signal, onProgress }: SendOptions,
): Promise<ObjectWithTag & { file: string }> {
  if (!(file instanceof File)) {
    const { set } = address;
    const options = { query: queryOf(address), ifMatch, signal, set, body: { from: file.from } };
    const copied = await api.post<SavedFile>(pathOf(address), options);
    return { object: copied.data.data, etag: copied.etag, file: copied.data.meta.file };
  }
  const form = new FormData();
  form.append('file', file, file.name);
  const { data, etag } = await api.upload<SavedFile>(pathOf(address), form, {
    query: queryOf(address),
    ifMatch,
    signal,
    onProgress,
    set: address.set,
  });
  return { object: data.data, etag, file: data.meta.file };
}

const withTag = ({ data, etag }: { data: JsonObject; etag: string }): ObjectWithTag => ({
  object: data,
  etag,
});

/**
 * Saves a file that a rich text shows or links to; the answer is its address (spec/files.md#editor-uploads). Of an address the server
 * fetches the file, of one in the folder it makes a copy.
 */
export async function embedFile(
  { collection, id, segments, set }: FileAddress,
  file: File | URL | ChosenFile,
): Promise<string> {
  const path = ['/api/upload', ...[collection, id, ...segments].map(encodeURIComponent)].join('/');
  if (!(file instanceof File)) {
    const body = file instanceof URL ? { file: file.href } : { from: file.from };
    return (await api.post<{ link: string }>(path, { ifMatch: NO_VERSION, body, set })).data.link;
  }
  const form = new FormData();
  form.append('file', file, file.name);
  return (await api.upload<{ link: string }>(path, form, { ifMatch: NO_VERSION, set })).data.link;
}

/** Moves a file or folder to the trash; the entry is its way back. */
export async function removeFile(
  address: FileAddress,
  ifMatch: string,
): Promise<ObjectWithTag & { entry: string | undefined }> {
  const { set } = address;
  const answer = await api.delete<JsonObject>(pathOf(address), { query: queryOf(address), ifMatch, set });
  return { ...withTag(answer), entry: answer.headers.get(TRASH_HEADER) ?? undefined };
}

/** Changes the metadata of a file. */
export const describeFile = async (
  address: FileAddress,
  body: JsonObject,
  ifMatch: string,
): Promise<ObjectWithTag> =>
  withTag(
    await api.patch<JsonObject>(pathOf(address), {
      query: queryOf(address),
      body,
      ifMatch,
      set: address.set,
    }),
  );

/** Moves a file or folder of a depot into another folder. */
export async function moveFile(address: FileAddress, destination: string, ifMatch: string): Promise<void> {
  const { set } = address;
  await api.put(`${pathOf(address)}/move`, { query: queryOf(address), body: { destination }, ifMatch, set });
}

/** Makes a folder of a depot; `path` from its top. */
export const makeFolder = async (
  address: FileAddress,
  path: string,
  ifMatch: string,
): Promise<ObjectWithTag> =>
  withTag(
    await api.post<JsonObject>(`${pathOf(address)}/folder`, { body: { path }, ifMatch, set: address.set }),
  );

/** Gives the folder `address.folder` of a depot another name. */
export const renameFolder = async (
  address: FileAddress,
  name: string,
  ifMatch: string,
): Promise<ObjectWithTag> =>
  withTag(
    await api.put<JsonObject>(`${pathOf(address)}/folder/rename`, {
      query: queryOf(address),
      body: { name },
      ifMatch,
      set: address.set,
    }),
  );
