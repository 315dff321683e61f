/** The state of a run: an icon and a word, so that it does not depend on color. */
import { Loader } from '@mantine/core';
import {
  IconArrowForward,
  IconBan,
  IconBolt,
  IconCircleCheck,
  IconClock,
  IconExclamationCircle,
} from '@tabler/icons-react';
import type { RunState as State } from '#contract/automations';
import type { PublishRun } from '#contract/sites';
import { t } from '../../t';
import classes from './automations.module.css';

type Shown = State | PublishRun['status'];

const WORDS: Record<Shown, string> = {
  queued: t('Queued'),
  running: t('Running'),
  succeeded: t('Succeeded'),
  failed: t('Failed'),
  skipped: t('Skipped'),
  cancelled: t('Canceled'),
  interrupted: t('Interrupted'),
};

const ICONS = {
  queued: IconClock,
  succeeded: IconCircleCheck,
  failed: IconExclamationCircle,
  skipped: IconArrowForward,
  cancelled: IconBan,
  interrupted: IconBolt,
};

export function RunState({ status }: { status: Shown }) {
  const Icon = status === 'running' ? undefined : ICONS[status];
  return (
    <span className={classes.state} data-status={status}>
      {Icon === undefined ? <Loader size={14} aria-hidden /> : <Icon size={17} stroke={1.7} aria-hidden />}
      {WORDS[status]}
    </span>
  );
}
