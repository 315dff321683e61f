/** What the form of an automation has round it: how it runs above, what it has done below, a run at its side. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { JsonObject } from '#contract/values';
import { automationsQuery, refreshAutomations, runNow } from '../../api/automations';
import type { CompanionProps } from '../../form/companion';
import { useFormState } from '../../unsaved/useFormState';
import { AutomationPanel } from './AutomationPanel';
import { editorPath, RUN } from './editor-path';
import { RunDrawer } from './RunDrawer';
import { RunHistory } from './RunHistory';

const texts = { notSaved: 'Not saved, so it did not run. Fix the highlighted fields.' };

export default function AutomationCompanion({ store, id, save, children }: CompanionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [search] = useSearchParams();
  const run = search.get(RUN) ?? undefined;
  const { data: automations } = useQuery(automationsQuery());
  const summary = automations?.find((one) => one.id === id);
  const etag = useFormState(store, (state) => state.etag);

  // A save may have changed what runs, and whether it may.
  useEffect(() => {
    if (etag !== undefined) void refreshAutomations(client);
  }, [client, etag]);

  if (id === undefined) {
    return (
      <>
        <AutomationPanel store={store} id={undefined} summary={undefined} onRun={async () => undefined} />
        {children}
      </>
    );
  }
  /** The back button leads to the form, not through every run that was looked at. */
  const look = (next?: string) =>
    void navigate(editorPath(id, next), { replace: run !== undefined, state, preventScrollReset: true });
  async function start(args: JsonObject) {
    if (id === undefined) return;
    const outcome = await save();
    if (outcome !== 'saved' && outcome !== 'nothing') throw new Error(texts.notSaved);
    const { runId } = await runNow(client, id, args);
    look(runId);
  }
  return (
    <>
      <AutomationPanel store={store} id={id} summary={summary} onRun={start} />
      {children}
      <RunHistory automation={id} />
      <RunDrawer
        automation={id}
        run={run}
        allowed={summary?.approval === 'approved'}
        onOpen={look}
        onClose={() => look()}
      />
    </>
  );
}
