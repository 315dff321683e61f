/**
 * Automations that keep failing are disabled (spec/automations.md#failures): after five failures in a row, manual
 * runs apart. However far apart they are: with a limit by time a nightly job could fail for ever.
 */
import type { Base, WriteBase } from '../content/core/base.js';
import { patchObject } from '../content/objects/write.js';
import { AUTOMATIONS, type RunSummary } from '../contract/automations.js';
import { maintenanceOrigin } from '../origins.js';
import { type Automation, readAutomation } from './automation.js';

export const MAX_FAILURES = 5;

/** Whether a run counts as a failure: manual runs are tests, and interrupted ones are not the automation's fault. */
const counts = ({ trigger, status, error }: RunSummary): boolean =>
  trigger.type !== 'manual' &&
  trigger.type !== 'replay' &&
  (status === 'succeeded' || (status === 'failed' && error?.name !== 'InterruptedError'));

/** Failures in a row since the last save. `runs`: newest first. */
export function failuresInARow({ modified }: Automation, runs: readonly RunSummary[]): number {
  const relevant = runs.filter((run) => counts(run) && run.queuedAt > modified);
  const success = relevant.findIndex(({ status }) => status === 'succeeded');
  return success < 0 ? relevant.length : success;
}

/** For changes of an automation by Plinth, which do not start that automation. */
const withoutStarting = (base: Base, id: string): WriteBase => ({
  ...base,
  change: { ...maintenanceOrigin(base.now()), chain: [id] },
});

/** Disables an automation and records the reason in its object. */
export async function switchOff(base: Base, id: string, failures: number, last: string): Promise<void> {
  await patchObject(withoutStarting(base, id), AUTOMATIONS, id, {
    enabled: false,
    consecutiveFailures: failures,
    disabledReason: `Failed ${failures} times in a row; last error: ${last}`.slice(0, 500),
  });
}

/** Removes the reason when the automation is enabled again. */
export async function resetFailures(base: Base, id: string): Promise<void> {
  await patchObject(withoutStarting(base, id), AUTOMATIONS, id, {
    consecutiveFailures: 0,
    disabledReason: null,
  });
}

/** Disables imported automations; deleted or disabled ones are skipped. */
export async function arrived(base: Base, id: string): Promise<void> {
  const automation = await readAutomation(base, id);
  if (automation?.enabled) await patchObject(withoutStarting(base, id), AUTOMATIONS, id, { enabled: false });
}
