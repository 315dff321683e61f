/** Settings of the folder. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SettingsAnswer, SettingsChange } from '#contract/settings';
import { api } from './client';
import { keys } from './keys';
import { SETTINGS } from './paths';

export const settingsQuery = () =>
  queryOptions({
    queryKey: keys.folderSettings,
    queryFn: async ({ signal }) => (await api.get<SettingsAnswer>(SETTINGS, { signal })).data.settings,
  });

/** Changes settings by their names; null takes one back to its default. 422 with `details` by their names. */
export async function changeSettings(client: QueryClient, body: SettingsChange): Promise<void> {
  const { data } = await api.patch<SettingsAnswer>(SETTINGS, { body });
  client.setQueryData(keys.folderSettings, data.settings);
  // Title and edition stand in the frame, and what the edition allows on many pages.
  await client.invalidateQueries({ queryKey: keys.status });
}
