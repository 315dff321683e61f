import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../api/queries';

/** Which folder drafts belong to; undefined until the server has said. */
export function useFolder(): { folder: string; folderName: string } | undefined {
  const status = useQuery(statusQuery()).data;
  if (status === undefined) return undefined;
  return { folder: status.folderName, folderName: status.folderName };
}
