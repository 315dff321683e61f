/** Recently opened objects, for the command palette and the home page. Kept in this browser only. */
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMatch } from 'react-router';
import { objectQuery } from '../api/queries';
import { titleOf } from './title-of';

export interface RecentObject {
  collection: string;
  id: string;
  title: string;
}

const MOST = 12;

/** The list, newest first, and its setter. */
export function useRecent() {
  return useLocalStorage<RecentObject[]>({ key: 'plinth:recent', defaultValue: [] });
}

/** Puts the object whose page is open at the top of the list, once it has loaded. */
export function useRecordRecent(): void {
  const match = useMatch('/c/:collection/:id');
  const collection = match?.params.collection ?? '';
  const id = match?.params.id ?? '';
  const [, setRecent] = useRecent();
  // Only listens to what the page itself loads.
  const { data } = useQuery({ ...objectQuery(collection, id), enabled: false });
  const title = data === undefined ? undefined : titleOf(data.object);
  useEffect(() => {
    if (title === undefined) return;
    setRecent((list) => [
      { collection, id, title },
      ...list.filter((item) => item.collection !== collection || item.id !== id).slice(0, MOST - 1),
    ]);
  }, [collection, id, title, setRecent]);
}
