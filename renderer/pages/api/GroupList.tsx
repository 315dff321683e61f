/** Operations in groups that fold up: only what is open is drawn, however many collections there are. */
import { Badge, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ApiDescription, Method, Operation, OperationGroup } from '../../api/openapi';
import { formatNumber } from '../../ui/format';
import { useSlices } from '../../ui/useSlices';
import classes from './api.module.css';
import { OperationDetail } from './OperationDetail';

/** While searching, groups with more hits than this stay folded. */
const MOST_OPEN = 40;

interface Props {
  api: ApiDescription;
  groups: readonly OperationGroup[];
  /** Titles of collections by their ids. */
  names: ReadonlyMap<string, string>;
  /** Groups hold hits only, so they are open. */
  searching: boolean;
}

/** So many groups are drawn at a time. */
const SLICE = 20;

export function GroupList({ api, groups, names, searching }: Props) {
  const few = groups.reduce((sum, { operations }) => sum + operations.length, 0) <= MOST_OPEN;
  const [params] = useSearchParams();
  const chosen = params.get('op');
  return (
    <div className={classes.groups}>
      {useSlices(groups, SLICE).map((slice) => (
        <GroupSlice
          // A search resets what is open.
          key={`${searching} ${slice[0]?.tag}`}
          api={api}
          groups={slice}
          names={names}
          startOpen={searching && few}
          chosen={slice.some((group) => holds(group, chosen)) ? chosen : null}
        />
      ))}
    </div>
  );
}

const holds = ({ operations }: OperationGroup, chosen: string | null): boolean =>
  chosen !== null && operations.some(({ id }) => id === chosen);

interface SliceProps {
  api: ApiDescription;
  groups: readonly OperationGroup[];
  names: ReadonlyMap<string, string>;
  startOpen: boolean;
  /** The operation that is open, where it is in one of the groups. */
  chosen: string | null;
}

const GroupSlice = memo(function GroupSlice({ api, groups, names, startOpen, chosen }: SliceProps) {
  return groups.map((group) => (
    <Group
      key={group.tag}
      api={api}
      group={group}
      title={names.get(group.tag) ?? group.tag}
      startsOpen={startOpen}
      chosen={chosen}
    />
  ));
});

interface GroupProps {
  api: ApiDescription;
  group: OperationGroup;
  title: string;
  startsOpen: boolean;
  chosen: string | null;
}

function Group({ api, group, title, startsOpen, chosen }: GroupProps) {
  const id = useId();
  const [open, setOpen] = useState(startsOpen || holds(group, chosen));
  return (
    <section className={classes.frame}>
      <h3 className={classes.heading}>
        <UnstyledButton
          className={classes.group}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={16} className={classes.chevron} data-open={open || undefined} aria-hidden />
          <span className={classes.title}>{title}</span>
          <Text span size="sm" c="dimmed" className="truncate">
            {group.description}
          </Text>
          <span className={classes.count}>{formatNumber(group.operations.length)}</span>
        </UnstyledButton>
      </h3>
      <div id={id} hidden={!open}>
        {open && <Rows api={api} group={group} chosen={chosen} />}
      </div>
    </section>
  );
}

function Rows({ api, group, chosen }: Pick<GroupProps, 'api' | 'group' | 'chosen'>) {
  const [, setParams] = useSearchParams();
  const choose = (operation: Operation) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (chosen === operation.id) after.delete('op');
        else after.set('op', operation.id);
        return after;
      },
      { replace: true },
    );
  return group.operations.map((operation) => (
    <Row
      key={operation.id}
      api={api}
      operation={operation}
      open={operation.id === chosen}
      onToggle={() => choose(operation)}
    />
  ));
}

interface RowProps {
  api: ApiDescription;
  operation: Operation;
  open: boolean;
  onToggle: () => void;
}

function Row({ api, operation, open, onToggle }: RowProps) {
  const id = useId();
  const { method, path, summary } = operation;
  return (
    <div className={classes.operation} data-open={open || undefined}>
      <UnstyledButton className={classes.line} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <MethodBadge method={method} />
        <span className={classes.path}>{path}</span>
        <span className={classes.summary}>{summary}</span>
      </UnstyledButton>
      <div id={id} hidden={!open}>
        {open && <OperationDetail api={api} operation={operation} />}
      </div>
    </div>
  );
}

const COLORS: Record<Method, string> = {
  GET: 'spruce',
  HEAD: 'gray',
  POST: 'blue',
  PUT: 'yellow',
  PATCH: 'yellow',
  DELETE: 'red',
};

const MethodBadge = ({ method }: { method: Method }) => (
  <Badge variant="light" color={COLORS[method]} className={classes.method} data-method={method}>
    {method}
  </Badge>
);
