/** Saves the description of a file in its object. */
import { useQueryClient } from '@tanstack/react-query';
import type { MediaDetails } from '#contract/media';
import type { JsonObject, JsonValue } from '#contract/values';
import { describeFile } from '../../api/files';
import { keys } from '../../api/keys';
import { mediaDetailsQuery } from '../../api/media';
import { refreshLists } from '../../api/mutations';
import { objectQuery } from '../../api/queries';
import { refresh } from '../../api/stale';
import { fieldKinds } from '../../fields';
import { sameJson } from '../../json';

const texts = { changed: 'The description was changed elsewhere. Review it, then save again.' };

/** The parts of a description. */
export interface Said {
  alt: string;
  caption: string;
  tags: string[];
  focalpoint: { x: number; y: number };
  /** How it is cropped and rotated; null for not at all. */
  edit: JsonValue;
}

export const saidIn = ({ file, caption, tags, focalpoint, edit }: MediaDetails): Said => ({
  alt: file.alt ?? '',
  caption,
  tags,
  focalpoint: focalpoint ?? { x: 50, y: 50 },
  edit: edit ?? null,
});

/** The parts of a change that differ from the description as it was. */
export const changesOf = (said: Said, change: Partial<Said>): Partial<Said> => {
  const before: Record<string, JsonValue> = { ...said };
  return Object.fromEntries(Object.entries(change).filter(([key, value]) => !sameJson(before[key], value)));
};

/** A function that does it unless the description was changed since it was read. Throws `ApiError`, and `Error` for that. */
export function useDescribe(): (seen: MediaDetails, change: Partial<Said>) => Promise<void> {
  const client = useQueryClient();
  return async (seen, change) => {
    const { collection, id, property, kind, path, name } = seen.file;
    // The version first: a description that changes after it was read makes it an old one.
    const { etag } = await client.fetchQuery({ ...objectQuery(collection, id), staleTime: 0 });
    const now = await client.fetchQuery({ ...mediaDetailsQuery(seen.file), staleTime: 0 });
    const [before, current] = [{ ...saidIn(seen) }, { ...saidIn(now) }] as Record<string, JsonValue>[];
    if (Object.keys(change).some((key) => !sameJson(before?.[key], current?.[key]))) {
      throw new Error(texts.changed);
    }
    // There may be folders between the file and the property.
    const folders = kind !== undefined && fieldKinds[kind].takes?.folders === true;
    const segments = folders ? path.split('/') : [...property.split('/'), name];
    const body: JsonObject = { ...change };
    const answer = await describeFile({ collection, id, segments }, body, etag);
    client.setQueryData(keys.object(collection, id), answer);
    void refresh(client, keys.health);
    void refreshLists(client, collection);
    await refresh(client, keys.media);
  };
}
