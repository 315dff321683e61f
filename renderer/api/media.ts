/** All files of the folder. */
import { queryOptions } from '@tanstack/react-query';
import { TRANSACTION_HEADER } from '#contract/changes';
import type {
  CopySource,
  FilePlace,
  MediaDetails,
  MediaList,
  MediaReplacement,
  UnusedRemoval,
} from '#contract/media';
import { api, NO_VERSION } from './client';
import { find } from './find';
import { keys } from './keys';

/** How many files are read at a time. */
export const MEDIA_ROWS = 100;

export interface MediaRequest {
  search: string;
  /** A media type; empty for all. */
  type: string;
  /** Bytes of the smallest file. */
  minSize: number;
  sort: string;
  withoutAlt: boolean;
  /** Files no object names, instead of those that are named. */
  unnamed: boolean;
  /** Only files that are there more than once, those with the same bytes together. */
  duplicates: boolean;
  /** Where the files are, and a tag of theirs; empty for any. */
  collection: string;
  property: string;
  tag: string;
  /** The first page brings the counts of places and tags. */
  counts: boolean;
}

/** All files that objects name, the newest first. */
export const NO_MEDIA_FILTER: MediaRequest = {
  search: '',
  type: '',
  minSize: 0,
  sort: 'newest',
  withoutAlt: false,
  unnamed: false,
  duplicates: false,
  collection: '',
  property: '',
  tag: '',
  counts: false,
};

/** One page of the files. */
export const mediaPageQuery = (request: MediaRequest, page: number) => {
  const queryKey = [...keys.media, 'list', request, page];
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => {
      const { search, type, minSize, sort, withoutAlt, unnamed, duplicates } = request;
      const { collection, property, tag, counts } = request;
      const query = {
        search: search || undefined,
        type: type || undefined,
        minSize: minSize || undefined,
        sort,
        withoutAlt: withoutAlt || undefined,
        unnamed: unnamed || undefined,
        duplicates: duplicates || undefined,
        collection: collection || undefined,
        property: property || undefined,
        tag: tag || undefined,
        counts: (counts && page === 0) || undefined,
        limit: MEDIA_ROWS,
        offset: page * MEDIA_ROWS,
      };
      return find<MediaList>('/api/media', { query, client, queryKey, signal });
    },
  });
};

/** A file of the folder that is to be copied, in the place of one that is uploaded. */
export interface ChosenFile {
  name: string;
  size: number;
  /** Its MIME type. */
  type: string;
  /** Its alternative text. */
  alt: string;
  from: CopySource;
}

/** Moves files that nothing names to the trash; those that are in use after all stay. Throws `ApiError`. */
export async function removeUnused(files: readonly FilePlace[]): Promise<UnusedRemoval> {
  const body = { files: files.map(({ collection, id, path }) => ({ collection, id, path })) };
  return (await api.post<UnusedRemoval>('/api/media/trash', { ifMatch: NO_VERSION, body })).data;
}

const placeIn = ({ collection, id, path }: FilePlace) => ({ collection, id, path });

/** All that is known of a file, with those that have the same bytes. */
export const mediaDetailsQuery = (place: FilePlace) =>
  queryOptions({
    queryKey: [...keys.media, 'file', placeIn(place)],
    queryFn: async ({ signal }) =>
      (await api.get<MediaDetails>('/api/media/file', { query: placeIn(place), signal })).data,
  });

/**
 * Puts a file in the place of all with the bytes of one, or of that one `only`, if these are still the files of `version`. Throws `ApiError`.
 */
export async function replaceEverywhere(
  place: FilePlace,
  file: File,
  { version, only, onProgress }: { version: string; only: boolean; onProgress(part: number): void },
): Promise<MediaReplacement & { transaction: string | undefined }> {
  const form = new FormData();
  form.append('file', file, file.name);
  const query = { ...placeIn(place), only: only || undefined };
  const options = { query, ifMatch: `"${version}"`, onProgress };
  const { data, headers } = await api.upload<MediaReplacement>('/api/media/replace', form, options);
  return { ...data, transaction: headers.get(TRANSACTION_HEADER) ?? undefined };
}
