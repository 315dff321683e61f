import { useQuery } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import { changeSetsQuery } from '../api/change-sets';
import { trashCountQuery } from '../api/trash';
import { SCREENS } from '../screens';
import { useConflictCount, useFileProblems } from '../ui/file-problems';
import { useRights } from '../ui/rights';
import { mayOpen, type ScreenLink } from '../ui/screen';

export interface ShownLink extends ScreenLink {
  to: string;
  label: string;
  count?: number | undefined;
  /** The count is of problems. */
  urgent?: boolean;
}

type Badge = NonNullable<ScreenLink['badge']>;

/** What the badges show; a screen whose badge is undefined gets no link. */
function useBadges(): Record<Badge, Partial<ShownLink> | undefined> {
  const { edits } = useRights();
  const { data: trash = 0 } = useQuery({ ...trashCountQuery(), enabled: edits });
  const problems = useFileProblems();
  const conflicts = useConflictCount();
  const { data: sets = [] } = useQuery({ ...changeSetsQuery(), enabled: edits });
  const failed = sets.filter((set) => set.failed !== undefined).length;
  const suggested = sets.filter(({ kind, objects }) => kind === 'suggestion' && objects > 0).length;
  return {
    trash: { count: trash || undefined },
    changeSets: { count: failed + suggested || undefined, urgent: failed > 0 },
    conflicts: conflicts === 0 ? undefined : { count: conflicts, urgent: true },
    damaged: problems && { ...problems, urgent: true },
  };
}

/** Links to the screens that the user may open, in the order of the table. */
export function useScreenLinks(): ShownLink[] {
  const rights = useRights();
  const badges = useBadges();
  return SCREENS.flatMap((screen) => {
    const { path, title = '', link } = screen;
    if (link === undefined || !mayOpen(rights, screen)) return [];
    const badge = link.badge === undefined ? {} : badges[link.badge];
    return badge === undefined ? [] : [{ ...link, to: generatePath(path), label: title, ...badge }];
  });
}
