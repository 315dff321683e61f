/** Damaged files and conflicts, as navigation, lists and pages show them. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Conflict } from '#contract/conflicts';
import type { DamagedFile, DamagedFiles } from '#contract/objects';
import { conflictsQuery } from '../api/conflicts';
import { damagedQuery } from '../api/queries';
import { groupBy } from './group-by';
import { useRights } from './rights';

/** Damaged files without those that have merge markers, which are conflicts. */
export const damagedIn = ({ files }: DamagedFiles): DamagedFile[] =>
  files.filter(({ mergeConflict }) => !mergeConflict);

/** Number of damaged files; undefined where there are none or the user may not fix them. */
export function useFileProblems(): { count: number } | undefined {
  const { edits } = useRights();
  const { data } = useQuery({ ...damagedQuery(), enabled: edits });
  const count = data === undefined ? 0 : damagedIn(data).length;
  return count === 0 ? undefined : { count };
}

const NONE: readonly Conflict[] = [];

export function useConflictCount(): number {
  const { edits } = useRights();
  return useQuery({ ...conflictsQuery(), enabled: edits }).data?.length ?? 0;
}

/** Conflicts of a collection's objects and of their files, by the ID of the object. */
export function useConflicts(collection: string): ReadonlyMap<string, readonly Conflict[]> {
  const { edits } = useRights();
  const { data } = useQuery({ ...conflictsQuery(), enabled: edits });
  return useMemo(() => {
    const here = (data ?? NONE).filter(
      (one) => (one.subject === 'object' || one.subject === 'file') && one.collection === collection,
    );
    return groupBy(here, ({ name }) => name);
  }, [data, collection]);
}
