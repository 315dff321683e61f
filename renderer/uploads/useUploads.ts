/** The files on their way into one property. */
import { useRef, useSyncExternalStore } from 'react';
import type { UploadItem, UploadQueue } from './upload-queue';

const NONE: readonly UploadItem[] = [];

/** Items of the queue for a property; the same list until one of them changes. */
export function useUploads(queue: UploadQueue | undefined, path: string): readonly UploadItem[] {
  const last = useRef(NONE);
  return useSyncExternalStore(
    (listener) => queue?.subscribe(listener) ?? (() => undefined),
    () => {
      const items = queue?.items().filter((item) => item.path === path) ?? NONE;
      const same =
        items.length === last.current.length && items.every((item, at) => item === last.current[at]);
      if (!same) last.current = items;
      return last.current;
    },
  );
}
