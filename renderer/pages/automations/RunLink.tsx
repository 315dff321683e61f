import { Anchor } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { RunSummary } from '#contract/automations';
import classes from './automations.module.css';
import { editorPath } from './editor-path';
import { RunState } from './RunState';

/** The state of a run, as a link to its details. Keeps the state of the location. */
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
