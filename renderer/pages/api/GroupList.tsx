/** Operations in groups that fold up: only what is open is drawn, however many collections there are. */
import { Badge, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ApiDescription, Method, Operation, OperationGroup } from '../../api/openapi';
import { formatNumber } from '../../ui/format';
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

export function GroupList({ api, groups, names, searching }: Props) {
  const few = groups.reduce((sum, { operations }) => sum + operations.length, 0) <= MOST_OPEN;
  return (
    <div className={classes.groups}>
      {groups.map((group) => (
        <Group
          // A search resets what is open.
          key={`${searching} ${group.tag}`}
          api={api}
          group={group}
          title={names.get(group.tag) ?? group.tag}
          startsOpen={searching && few}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  api: ApiDescription;
  group: OperationGroup;
  title: string;
  startsOpen: boolean;
}

function Group({ api, group, title, startsOpen }: GroupProps) {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const chosen = params.get('op');
  const [open, setOpen] = useState(startsOpen || group.operations.some((one) => one.id === chosen));
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
        {open &&
          group.operations.map((operation) => (
            <Row
              key={operation.id}
              api={api}
              operation={operation}
              open={operation.id === chosen}
              onToggle={() => choose(operation)}
            />
          ))}
      </div>
    </section>
  );
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
