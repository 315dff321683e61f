import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { formatNumber } from '../../../ui/format';
import classes from './groups.module.css';
import type { Groups, ShownGroup } from './useGroups';

interface Props {
  groups: Groups;
  group: ShownGroup;
  /** Distance from the top of the list in pixels. */
  start: number;
  span: number;
}

/** The heading of a group: what its objects have in common, how many they are, and a way to close it. */
export function GroupHeading({ groups, group, start, span }: Props) {
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
          <span className="truncate">{group.label}</span>
          <span className={classes.count}>{formatNumber(group.count)}</span>
        </UnstyledButton>
      </td>
    </tr>
  );
}
