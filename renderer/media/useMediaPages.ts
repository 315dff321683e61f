/** The files of the folder for a list that shows some of very many: the pages in view are read, no others. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { MediaCounts, MediaFile, MediaList } from '#contract/media';
import type { Progress } from '#contract/progress';
import { progressQuery } from '../api/find';
import { MEDIA_ROWS, type MediaRequest, mediaPageQuery } from '../api/media';

export interface MediaPages {
  /** Files found; undefined before the first answer. */
  total: number | undefined;
  /** Bytes of all files found. */
  size: number;
  /** Where the files are, and their tags; undefined where it was not asked for. */
  counts: MediaCounts | undefined;
  /** The file at a place; undefined while it is read. */
  fileAt(at: number): MediaFile | undefined;
  /** The files that have been read, of the pages in view. */
  files: readonly MediaFile[];
  /** Says which places are in view. */
  show(first: number, last: number): void;
  error: Error | null;
  retry(): void;
  /** How far the server is with the first page; null or undefined where nothing is known. */
  progress: Progress | null | undefined;
}

/** Pages are read this many places before they are in view. */
const AHEAD = MEDIA_ROWS / 2;

export function useMediaPages(request: MediaRequest): MediaPages {
  const [range, setRange] = useState({ from: 0, to: 0 });
  const shown = useRef<ReadonlyMap<number, MediaList>>(new Map());
  const wanted = [
    ...new Set([0, ...Array.from({ length: range.to - range.from + 1 }, (_, at) => range.from + at)]),
  ];
  const results = useQueries({ queries: wanted.map((page) => mediaPageQuery(request, page)) });
  const { data: progress } = useQuery(progressQuery(mediaPageQuery(request, 0).queryKey));
  const read = new Map<number, MediaList>();
  for (const [at, page] of wanted.entries()) {
    const data = results[at]?.data;
    if (data !== undefined) read.set(page, data);
  }
  // While another search is on its way, the former files stay.
  if (read.has(0)) shown.current = read;
  const pages = shown.current;
  const first = pages.get(0);
  const show = useCallback((from: number, to: number) => {
    const next = {
      from: Math.floor(Math.max(0, from - AHEAD) / MEDIA_ROWS),
      to: Math.floor((to + AHEAD) / MEDIA_ROWS),
    };
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
  }, []);
  return {
    total: first?.total,
    size: first?.size ?? 0,
    counts: first?.counts,
    fileAt: (at) => pages.get(Math.floor(at / MEDIA_ROWS))?.files[at % MEDIA_ROWS],
    files: [...pages.values()].flatMap(({ files }) => files),
    show,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const result of results) void result.refetch();
    },
    progress,
  };
}
