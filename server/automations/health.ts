/** Automations that keep failing are switched off (spec/automations.md#failures): five failures in a row, none of them made by hand. */
import type { Base } from '../content/core/base.js';
import { patchObject } from '../content/objects/write.js';
import { AUTOMATIONS, type RunSummary } from '../contract/automations.js';
import { type Automation, readAutomation } from './automation.js';

export const MOST_FAILURES = 5;

/** Whether a run says something of the automation: runs by hand are tries, cut-off ones nobody's fault. */
const counts = ({ trigger, status, error }: RunSummary): boolean =>
  trigger.type !== 'manual' &&
  trigger.type !== 'replay' &&
  (status === 'succeeded' || (status === 'failed' && error?.name !== 'InterruptedError'));

/** How often it has failed in a row since it was last saved. `runs`: newest first. */
export function failuresInARow({ modified }: Automation, runs: readonly RunSummary[]): number {
  const telling = runs.filter((run) => counts(run) && run.queuedAt > modified);
  const success = telling.findIndex(({ status }) => status === 'succeeded');
  return success < 0 ? telling.length : success;
}

/** The folder's content as the automation itself would change it, so that its own end does not start it again. */
const asItself = (base: Base, id: string): Base => ({
  ...base,
  events: base.events.by({ kind: 'automation', chain: [id] }),
});

/** Switches an automation off and says why where people look. */
export async function switchOff(base: Base, id: string, failures: number, last: string): Promise<void> {
  await patchObject(asItself(base, id), AUTOMATIONS, id, {
    enabled: false,
    consecutiveFailures: failures,
    disabledReason: `Failed ${failures} times in a row; last error: ${last}`.slice(0, 500),
  });
}

/** Takes the reason away once somebody has switched it on again. */
export async function forgiven(base: Base, id: string): Promise<void> {
  await patchObject(asItself(base, id), AUTOMATIONS, id, { consecutiveFailures: 0, disabledReason: null });
}

/** Switches off what came with an import; one that is gone again, or off, is left alone. */
export async function arrived(base: Base, id: string): Promise<void> {
  const automation = await readAutomation(base, id);
  if (automation?.enabled) await patchObject(asItself(base, id), AUTOMATIONS, id, { enabled: false });
}
