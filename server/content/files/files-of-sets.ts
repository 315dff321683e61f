/**
 * Files of an object that are needed beside those its document names. What a change set adds lies beside the live files
 * under a name of its own, so a file of an object may belong to what is live, to a set, or to several of them
 * (decision 283).
 */
import { namesFiles } from '../../schemas/file-values.js';
import type { Content } from '../core/base.js';

interface Place {
  collection: string;
  id: string;
}

/**
 * Whether another version of an object than that of the store needs a file: changes in sets, and, where the store is one
 * of change sets, what is live. `except`: a set that does not count. True also where that cannot be known.
 */
export async function neededElsewhere(
  { store, collections }: Pick<Content, 'store' | 'collections'>,
  { collection, id }: Place,
  except = store.over?.sets.at(-1),
): Promise<(path: string) => boolean> {
  const { over } = store;
  const changes = store.changeSets.changesOf(collection, id).filter(([set]) => set !== except);
  if (!collections.has(collection)) return () => false;
  const { schema } = collections.get(collection);
  const live = await over?.live.objects.read(collection, id);
  const naming = [
    ...(live ? [namesFiles(schema, live.document)] : []),
    ...changes.map(([, change]) => (change ? namesFiles(schema, { ...change.values, id }) : () => true)),
  ];
  return (path) => naming.some((isNamed) => isNamed(path));
}
