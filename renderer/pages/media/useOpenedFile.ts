/** The file of the page Media that is shown at large; it is in the address. */
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { FilePlace } from '#contract/media';
import { keyOf } from '../../media/media-file';

const FILE = 'file';

/** Where a file is, by what stands in the address; undefined for what cannot be one. */
function placeIn(written: string | null): FilePlace | undefined {
  const [collection = '', id = '', ...path] = written?.split('/') ?? [];
  return collection === '' || id === '' || path.length === 0
    ? undefined
    : { collection, id, path: path.join('/') };
}

/** State of an entry of the browser's history: the list is the entry before it. */
const FROM_LIST = { fromList: true };

export function useOpenedFile() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const write = (file: string | undefined, options: { replace?: boolean; state?: unknown }) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (file === undefined) next.delete(FILE);
      else next.set(FILE, file);
      return next;
    }, options);
  return {
    opened: placeIn(params.get(FILE)),
    open: (file: FilePlace) => write(keyOf(file), { state: FROM_LIST }),
    /** As going back does, where the list is what one goes back to. */
    close() {
      const { state }: { state: unknown } = location;
      const isFromList = typeof state === 'object' && state !== null && 'fromList' in state;
      if (isFromList) void navigate(-1);
      else write(undefined, { replace: true });
    },
  };
}
