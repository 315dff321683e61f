/** The ids of a view, without its objects. */
import { api } from './client';
import { idsRequest, type ListView } from './list-request';

/** Ids of one request: some milliseconds of parsing. */
const AT_ONCE = 20_000;

/** How often a list that changes while it is read is read again. */
const TRIES = 3;

interface IdsAnswer {
  /** Of all objects of the view, also where a part of them is asked for. */
  count: number;
  /** The latest change of an object of the collection. */
  updated: string | null;
  objects: { id: string }[];
}

/** `count` ids of a view from a place on, in its order and each once. Throws `ApiError`. */
export async function listedIds(
  collection: string,
  view: ListView,
  { offset, count, signal }: { offset: number; count: number; signal?: AbortSignal | undefined },
): Promise<string[]> {
  const { path, query } = idsRequest(collection, view);
  for (let tries = 1; ; tries += 1) {
    const found: string[] = [];
    const states = new Set<string>();
    for (let left = count; left > 0; ) {
      const asked = { ...query, offset: offset + found.length, limit: Math.min(left, AT_ONCE) };
      const { data } = await api.get<IdsAnswer>(path, { query: asked, set: view.set, signal });
      for (const { id } of data.objects) found.push(id);
      states.add(`${data.count} ${data.updated}`);
      left = data.objects.length < asked.limit ? 0 : left - asked.limit;
    }
    // Parts of different states may lack an object, or have one twice.
    if (states.size <= 1 || tries === TRIES) return [...new Set(found)];
  }
}
