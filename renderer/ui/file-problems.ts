/** Damaged files and conflict copies, as navigation, lists and pages show them. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConflictCopy, DamagedFiles } from '#contract/objects';
import { damagedQuery } from '../api/queries';
import { groupBy } from './group-by';
import { useRights } from './rights';

const texts = {
  damaged: 'Damaged files',
  conflicts: 'Conflicts',
  both: 'Damaged files, conflicts',
};

/** The title of their list, and how many there are. */
export function fileProblems({ files, conflicts }: DamagedFiles): { label: string; count: number } {
  const merges = files.filter(({ mergeConflict }) => mergeConflict).length;
  const both = conflicts.length + merges > 0 && files.length > merges;
  const label = both ? texts.both : files.length > merges ? texts.damaged : texts.conflicts;
  return { label, count: files.length + conflicts.length };
}

/** Problems of the folder's files; undefined where there are none or the user may not fix them. */
export function useFileProblems(): { label: string; count: number } | undefined {
  const { edits } = useRights();
  const { data } = useQuery({ ...damagedQuery(), enabled: edits });
  if (data === undefined || data.files.length + data.conflicts.length === 0) return undefined;
  return fileProblems(data);
}

const NONE: readonly ConflictCopy[] = [];

/** Conflict copies of a collection's objects, by the ID of the object. */
export function useConflicts(collection: string): ReadonlyMap<string, readonly ConflictCopy[]> {
  const { edits } = useRights();
  const { data } = useQuery({ ...damagedQuery(), enabled: edits });
  return useMemo(() => {
    const here = (data?.conflicts ?? NONE).filter((copy) => copy.collection === collection);
    return groupBy(here, ({ id }) => id);
  }, [data, collection]);
}
