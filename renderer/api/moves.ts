/** Moves of objects in the manual order and the tree of their collection (spec/content.md#moving). */
import type { QueryClient } from '@tanstack/react-query';
import { TRANSACTION_HEADER } from '#contract/changes';
import type { MovedObject, MoveRequest } from '#contract/moves';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { refreshLists } from './mutations';
import { objectPath } from './paths';
import { refresh } from './stale';

export type { MovedObject, MoveRequest };

/** `request.from` says where the object was seen: 412 where it is elsewhere by now. Throws `ApiError`. */
export async function moveObject(
  client: QueryClient,
  {
    collection,
    id,
    request,
    set,
  }: { collection: string; id: string; request: MoveRequest; set?: string | undefined },
): Promise<{ moved: MovedObject; transaction: string | undefined }> {
  const path = `${objectPath(collection, id)}/move`;
  const { data, headers } = await api.post<MovedObject>(path, { ifMatch: NO_VERSION, body: request, set });
  // Others may have a new number.
  client.removeQueries({ queryKey: keys.objects(collection), type: 'inactive' });
  if (set !== undefined) void refresh(client, keys.changeSets);
  if (data.changed > 0) await refreshLists(client, collection);
  return { moved: data, transaction: headers.get(TRANSACTION_HEADER) ?? undefined };
}
