/** Conflicts between versions of files: reading and resolving them. Writes throw `ApiError`. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  Conflict,
  ConflictDetail,
  ConflictResolution,
  ConflictResolved,
  ConflictVersion,
} from '#contract/conflicts';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { refresh } from './stale';

const CONFLICTS = '/api/conflicts';
const conflictPath = (id: string): string => `${CONFLICTS}/${encodeURIComponent(id)}`;

export const conflictsQuery = () =>
  queryOptions({
    queryKey: keys.conflicts,
    queryFn: async ({ signal }) =>
      (await api.get<{ conflicts: Conflict[] }>(CONFLICTS, { signal })).data.conflicts,
    // Copies of uploaded files are found when the list is requested.
    refetchInterval: 60_000,
  });

export const conflictQuery = (id: string) =>
  queryOptions({
    queryKey: keys.conflict(id),
    queryFn: async ({ signal }) => (await api.get<ConflictDetail>(conflictPath(id), { signal })).data,
    // Changes of the folder do not make it stale: the values must not change below the choices.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Where the bytes of a version of an uploaded file are. The tag is in it so that a changed file is loaded again. */
export const conflictFileUrl = ({ id, tags }: ConflictDetail, version: ConflictVersion): string =>
  `${conflictPath(id)}/files/${version}?v=${encodeURIComponent(tags[version])}`;

const resolved = (client: QueryClient) => refresh(client, keys.conflicts, keys.damaged, keys.trash);

export async function resolveConflict(
  client: QueryClient,
  id: string,
  body: ConflictResolution,
): Promise<ConflictResolved> {
  const { data } = await api.post<ConflictResolved>(`${conflictPath(id)}/resolve`, {
    ifMatch: NO_VERSION,
    body: { ...body, tags: { ...body.tags } },
  });
  await resolved(client);
  return data;
}

/** Makes an object of its own of the copy. */
export async function keepBothVersions(
  client: QueryClient,
  id: string,
  body: Pick<ConflictResolution, 'tags'> & { id: string },
): Promise<ConflictResolved> {
  const { data } = await api.post<ConflictResolved>(`${conflictPath(id)}/keep`, {
    ifMatch: NO_VERSION,
    body: { tags: { ...body.tags }, id: body.id },
  });
  await resolved(client);
  return data;
}
