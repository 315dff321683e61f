/** Settings of the folder. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SettingsAnswer, SettingsChange } from '#contract/settings';
import { api, type Tagged, tagged } from './client';
import { keys } from './keys';
import { SETTINGS } from './paths';
import { refresh } from './stale';

const shownSettings = ({ data }: { data: SettingsAnswer }) => data.settings;

/** The texts are loaded with the settings: the first screen has none of them. */
async function inLanguage(answer: Tagged<SettingsAnswer>): Promise<Tagged<SettingsAnswer>> {
  const { translatedSetting } = await import('./server-texts');
  return { ...answer, data: { ...answer.data, settings: answer.data.settings.map(translatedSetting) } };
}

export const settingsQuery = () =>
  queryOptions({
    queryKey: keys.folderSettings,
    queryFn: async ({ signal }) => inLanguage(tagged(await api.get<SettingsAnswer>(SETTINGS, { signal }))),
    select: shownSettings,
  });

/**
 * Changes settings by their names; null takes one back to its default. 422 with `details` by their names; 412 with those
 * that have changed since they were read, unless `asked` says to change them all the same (`*`).
 */
export async function changeSettings(
  client: QueryClient,
  body: SettingsChange,
  asked?: string,
): Promise<void> {
  // As the user sees them: a form is made of what is in the cache.
  const ifMatch = asked ?? (await client.ensureQueryData(settingsQuery())).etag;
  client.setQueryData(
    settingsQuery().queryKey,
    await inLanguage(tagged(await api.patch<SettingsAnswer>(SETTINGS, { body, ifMatch }))),
  );
  // The shell shows title and edition, and many pages depend on the edition.
  await refresh(client, keys.status);
}
