/** Backups of the folder on this machine. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BackupSettings, BackupState } from '#contract/backups';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { BACKUPS } from './paths';

export const backupsQuery = () =>
  queryOptions({
    queryKey: keys.backups,
    queryFn: async ({ signal }) => (await api.get<BackupState>(BACKUPS, { signal })).data,
  });

export async function changeBackups(
  client: QueryClient,
  body: Partial<BackupSettings>,
): Promise<BackupState> {
  const { data } = await api.patch<BackupState>(BACKUPS, { ifMatch: NO_VERSION, body });
  client.setQueryData(keys.backups, data);
  return data;
}

export async function makeBackup(client: QueryClient): Promise<BackupState> {
  const { data } = await api.post<BackupState>(BACKUPS, { ifMatch: NO_VERSION, body: {} });
  client.setQueryData(keys.backups, data);
  return data;
}
