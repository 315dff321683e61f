/** Saves the alternative text of an image in its object. */
import { useQueryClient } from '@tanstack/react-query';
import type { MediaFile } from '#contract/media';
import { describeFile } from '../../api/files';
import { keys } from '../../api/keys';
import { refreshLists } from '../../api/mutations';

/** A function that does it. Throws `ApiError`. */
export function useAltText(): (file: MediaFile, alt: string) => Promise<void> {
  const client = useQueryClient();
  return async ({ collection, id, property, kind, path, name }, alt) => {
    // In a depot a file has folders between it and the property.
    const segments = kind === 'depot' ? path.split('/') : [...property.split('/'), name];
    const answer = await describeFile({ collection, id, segments }, { alt });
    client.setQueryData(keys.object(collection, id), answer);
    void refreshLists(client, collection);
  };
}
