import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../api/client';
import { sessionQuery, statusQuery } from '../api/queries';

/** The folder the page was opened on, and who is signed in. */
export interface FormOwner {
  folder: string;
  user: string;
}

/** Whose forms the page works with. Undefined until the server has said; kept when the session ends. */
export function useFolder(): FormOwner | undefined {
  const status = useQuery(statusQuery()).data;
  const session = useQuery(sessionQuery()).data;
  const user = useRef('');
  user.current = session?.user?.id ?? user.current;
  if (status === undefined || api.folder === undefined || user.current === '') return undefined;
  return { folder: api.folder, user: user.current };
}
