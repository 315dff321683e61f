/** References between objects: who refers to one, which lead nowhere, and changes of both. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  MissingReference,
  ReferrerList,
  ReferrerSummary,
  RenamedObject,
  ReplacedReferences,
} from '#contract/relations';
import { api, NO_VERSION } from './client';
import { transactionIn } from './history';
import { keys } from './keys';
import { unlist } from './listed';
import { idParts } from './objects-by-id';
import { objectPath } from './paths';
import { refresh } from './stale';

const REFERENCES = '/api/references';
const part = encodeURIComponent;

/** The first `limit` objects that refer to one. */
export const referencesQuery = (collection: string, id: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.references, collection, id, limit],
    queryFn: async ({ signal }) => {
      const path = `${REFERENCES}/collections/${part(collection)}/${part(id)}`;
      return (await api.get<ReferrerList>(path, { query: { limit }, signal })).data;
    },
    staleTime: 10_000,
  });

/** The objects that name some objects; of very many the first, in parts an address can hold. */
export async function referrersOf(collection: string, ids: readonly string[]): Promise<ReferrerSummary> {
  const found: ReferrerSummary = { total: 0, hidden: 0, objects: [] };
  const path = `/api/relations/collections/${part(collection)}/referrers`;
  for (const some of idParts(ids)) {
    const { data } = await api.get<ReferrerSummary>(path, { query: { ids: some.join(',') } });
    found.total += data.total;
    found.hidden += data.hidden;
    found.objects.push(...data.objects);
  }
  return found;
}

/** References in one object to objects that do not exist. */
export const missingReferencesQuery = (collection: string, id: string) =>
  queryOptions({
    queryKey: [...keys.references, 'missing', collection, id],
    queryFn: async ({ signal }) => {
      const query = { collections: collection, id, limit: 100 };
      const answer = await api.get<{ data: MissingReference[] }>(`${REFERENCES}/missing`, { query, signal });
      return answer.data.data;
    },
    staleTime: 10_000,
  });

/** Longest list of addresses in a request, in characters and in number. */
const LONGEST = 4000;
const MOST = 200;

/** In parts that an address can hold. */
function parted(addresses: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = 0;
  for (const address of addresses.filter((one) => one.length < LONGEST)) {
    const last = parts.at(-1);
    length += address.length + 3;
    if (last && last.length < MOST && length < LONGEST) last.push(address);
    else {
      parts.push([address]);
      length = address.length;
    }
  }
  return parts;
}

/** Those of some addresses that lead to objects or files that do not exist. */
export const missingAddressesQuery = (addresses: readonly string[]) =>
  queryOptions({
    queryKey: [...keys.references, 'addresses', addresses],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        parted(addresses).map(async (part) => {
          const query = { addresses: JSON.stringify(part) };
          const path = `${REFERENCES}/addresses`;
          return (await api.get<{ missing: { address: string }[] }>(path, { query, signal })).data.missing;
        }),
      );
      return answers.flat().map(({ address }) => address);
    },
    enabled: addresses.length > 0,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });

const refreshAll = (client: QueryClient): Promise<void> =>
  refresh(client, ['collection'], keys.collections, keys.trash, keys.references);

/** Moves objects to the trash and removes the references to them. */
export async function removeWithReferences(
  client: QueryClient,
  collection: string,
  ids: readonly string[],
): Promise<ReplacedReferences & { transaction: string | undefined }> {
  const path = `${REFERENCES}/collections/${part(collection)}/replace`;
  const body = { ids: [...ids], to: null, remove: true };
  const { data, headers } = await api.post<ReplacedReferences>(path, { ifMatch: NO_VERSION, body });
  for (const { id } of data.trash) client.removeQueries({ queryKey: keys.object(collection, id) });
  unlist(
    client,
    collection,
    data.trash.map(({ id }) => id),
  );
  void refreshAll(client);
  return { ...data, transaction: transactionIn(headers) };
}

export interface Rename {
  collection: string;
  id: string;
  to: string;
  references: boolean;
  redirect: boolean;
  ifMatch: string;
}

/** Gives an object another id. 422 for one that is taken, 412 for another version than that of `ifMatch`. */
export async function renameObject(
  client: QueryClient,
  { collection, id, to, references, redirect, ifMatch }: Rename,
): Promise<RenamedObject & { transaction: string | undefined }> {
  const body = { id: to, references, redirect };
  const { data, headers } = await api.post<RenamedObject>(`${objectPath(collection, id)}/rename`, {
    ifMatch,
    body,
  });
  void refreshAll(client);
  return { ...data, transaction: transactionIn(headers) };
}
