import { AUTOMATIONS } from '#contract/automations';

/** Search parameter of the run that is looked at. */
export const RUN = 'run';

/** Address of an automation's form; with a run, its details lie open. */
export function editorPath(id: string, run?: string): string {
  const path = `/c/${AUTOMATIONS}/${encodeURIComponent(id)}`;
  return run === undefined ? path : `${path}?${RUN}=${encodeURIComponent(run)}`;
}
