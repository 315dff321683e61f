import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { relatedLabelsQuery } from '../../../api/relations';
import { formatNumber } from '../../../ui/format';
import classes from './groups.module.css';
import type { Groups, RelatedGroups, ShownGroup } from './useGroups';

const NONE: RelatedGroups = { collection: '', property: '', target: '', values: [], parts: new Map() };

interface Props {
  groups: Groups;
  group: ShownGroup;
  /** Place of the group among all. */
  place: number;
  /** Distance from the top of the list in pixels. */
  start: number;
  span: number;
}

/** The title of the object that the group at a place has in common; undefined until it is known, and where it has none. */
function useRelatedLabel(related: RelatedGroups | undefined, at: number): string | undefined {
  const { collection, property, target, values, parts } = related ?? NONE;
  const asked = parts.get(values[at] ?? '') ?? [];
  const { data } = useQuery({
    ...relatedLabelsQuery(collection, property, { target, values: asked }),
    enabled: asked.length > 0,
  });
  return data?.labels.find(({ value }) => String(value) === values[at])?.label;
}

/** The heading of a group: what its objects have in common, how many they are, and a way to close it. */
export function GroupHeading({ groups, group, place, start, span }: Props) {
  const label = useRelatedLabel(groups.related, place) ?? group.label;
  return (
    <tr className={classes.group} style={{ transform: `translateY(${start}px)` }}>
      <td colSpan={span} className={classes.cell}>
        <UnstyledButton
          className={classes.button}
          aria-expanded={group.open}
          onClick={() => groups.toggle(group.key)}
        >
          <IconChevronRight size={16} className={classes.arrow} aria-hidden />
          <span className={classes.by}>{groups.by}</span>
          <span className="truncate">{label}</span>
          <span className={classes.count}>{formatNumber(group.count)}</span>
        </UnstyledButton>
      </td>
    </tr>
  );
}
