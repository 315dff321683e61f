import { Anchor } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { RunSummary } from '#contract/automations';
import classes from './automations.module.css';
import { editorPath } from './editor-path';
import { RunState } from './RunState';

/** How a run stands, leading to its details. What the history remembers of the way here stays. */
export function RunLink({ run: { id, automation, status } }: { run: RunSummary }) {
  const { state } = useLocation();
  return (
    <Anchor
      component={Link}
      to={editorPath(automation, id)}
      state={state}
      preventScrollReset
      size="sm"
      className={classes.target ?? ''}
    >
      <RunState status={status} />
    </Anchor>
  );
}
