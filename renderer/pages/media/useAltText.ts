/** Saves the alternative text of an image in its object. */
import { useQueryClient } from '@tanstack/react-query';
import { isItem } from '#contract/files';
import type { MediaFile } from '#contract/media';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { describeFile } from '../../api/files';
import { keys } from '../../api/keys';
import { refreshLists } from '../../api/mutations';
import { objectQuery } from '../../api/queries';
import { refresh } from '../../api/stale';
import { fieldKinds } from '../../fields';
import { own } from '../../json';

const texts = {
  changed: (alt: string) =>
    alt === '' ? 'The image was removed elsewhere.' : `It was changed elsewhere and is now “${alt}”.`,
};

/** The alternative text an object has for one of its images; undefined where it has no such image. */
function altIn(object: JsonObject, { property, name }: MediaFile): string | undefined {
  const value = property
    .split('/')
    .reduce<JsonValue | undefined>((part, key) => (isJsonObject(part) ? own(part, key) : undefined), object);
  const item = [value].flat().find((one) => isItem(one) && one.name === name);
  return isJsonObject(item) ? String(item.alt ?? '') : undefined;
}

/** A function that does it where the text is still the one that was seen. Throws `ApiError`, and `Error` for another. */
export function useAltText(): (file: MediaFile, alt: string, seen: string) => Promise<void> {
  const client = useQueryClient();
  return async (file, alt, seen) => {
    const { collection, id, property, kind, path, name } = file;
    const { object, etag } = await client.fetchQuery({ ...objectQuery(collection, id), staleTime: 0 });
    const now = altIn(object, file);
    if (now !== undefined && now !== seen) {
      void refresh(client, keys.media);
      throw new Error(texts.changed(now));
    }
    // There may be folders between the file and the property.
    const folders = kind !== undefined && fieldKinds[kind].takes?.folders === true;
    const segments = folders ? path.split('/') : [...property.split('/'), name];
    const answer = await describeFile({ collection, id, segments }, { alt }, etag);
    client.setQueryData(keys.object(collection, id), answer);
    void refresh(client, keys.health);
    void refreshLists(client, collection);
  };
}
