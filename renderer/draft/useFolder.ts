import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { statusQuery } from '../api/queries';

/** Which folder drafts belong to: the one the page was opened on. Undefined until the server has said. */
export function useFolder(): { folder: string; folderName: string } | undefined {
  const status = useQuery(statusQuery()).data;
  if (status === undefined || api.folder === undefined) return undefined;
  return { folder: api.folder, folderName: status.folderName };
}
