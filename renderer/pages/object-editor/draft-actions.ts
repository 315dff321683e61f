/** What the editor does with changes that are not live: publishing and dropping them, and deleting on publication. */
import { SHARED_DRAFT } from '#contract/set-names';
import { ApiError } from '../../api/client';
import { dropChange, publishChanges, restoreDropped } from '../../api/drafts';
import { keys } from '../../api/keys';

import { deleteObject } from '../../api/mutations';
import { refresh } from '../../api/stale';

import { t } from '../../t';
import { confirmDanger } from '../../ui/confirm';
import { notifyDone, notifyFailed, notifyUndo } from '../../ui/notify';
import { titleOf } from '../../ui/title-of';
import { notifyChange } from '../../ui/undo-transaction';
import type { SaveOutcome } from '../../unsaved/save-form';
import { placesOf, type Surroundings } from './editor-operations';

/** Saves and makes what the set of the form does to the object live. Of a form of what is live it only saves. */
export async function publishObject(
  around: Surroundings,
  save: () => Promise<SaveOutcome>,
  onClash: () => void,
): Promise<void> {
  const { client, store, sets, announce, settings, leaving } = around;
  const { idOf, toList } = placesOf(around);
  const isRemoved = sets.current.change?.change === 'remove';
  const outcome = isRemoved ? 'nothing' : await save();
  const { set, changedIn } = sets.current;
  if (set === undefined || (outcome !== 'saved' && outcome !== 'nothing')) return;
  if (outcome === 'nothing' && changedIn === undefined) {
    notifyDone(t('Nothing to publish. What you see is live.'));
    return;
  }
  const title = titleOf(store.get().base);
  try {
    const { transaction } = await publishChanges(client, set, [{ collection: settings.id, id: idOf() }]);
    sets.current.choose(undefined);
    announce(t('Published'));
    const done = isRemoved ? t(`“${title}” deleted.`) : t(`“${title}” published.`);
    if (transaction === undefined) notifyDone(done);
    else notifyChange(client, done, transaction);
    if (!isRemoved) return;
    leaving.current = true;
    await toList();
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      await refresh(client, keys.changeSetDetails);
      onClash();
    }
    notifyFailed(t('Not published'), error);
  }
}

/** Drops what the set of the form does to the object; the form shows what is live. */
export async function dropObjectChange(around: Surroundings): Promise<void> {
  const { client, store, sets, settings, leaving } = around;
  const { idOf, toList } = placesOf(around);
  const { change, changedIn } = sets.current;
  const set = changedIn?.id;
  if (set === undefined || change === undefined) return;
  const title = titleOf(store.get().base);
  try {
    const entry = await dropChange(client, set, { collection: settings.id, id: idOf() });
    store.dispatch({ type: 'revertedAll' });
    if (change.change === 'new') {
      leaving.current = true;
      await toList();
    } else sets.current.choose(undefined);
    if (changedIn?.kind === 'suggestion') notifyDone(t('Suggestion withdrawn.'));
    else offerBack(around, t(`Changes of “${title}” dropped.`), { set, entry });
  } catch (error) {
    notifyFailed(t('Could not drop the changes'), error);
  }
}

/** As `dropObjectChange`, of a suggestion of one's own: those who may only suggest cannot take it out of the trash. */
export function withdrawSuggestion(around: Surroundings): void {
  confirmDanger({
    title: t('Withdraw your suggestion?'),
    message: t('Only an editor can bring it back, from the trash.'),
    confirm: t('Withdraw suggestion'),
    onConfirm: () => void dropObjectChange(around),
  });
}

/** Deletes a live object when the set of the form is published, or a new one of the set at once. */
export async function deleteInSet(around: Surroundings): Promise<void> {
  const { client, store, sets, settings, leaving } = around;
  const { idOf, toList } = placesOf(around);
  const { set = SHARED_DRAFT, change } = sets.current;
  const isNew = change?.change === 'new';
  const title = titleOf(store.get().base);
  try {
    const entry = await deleteObject(client, settings.id, idOf(), store.get().etag ?? '', set);
    store.dispatch({ type: 'revertedAll' });
    leaving.current = true;
    await client.invalidateQueries({ queryKey: keys.changeSets });
    await toList();
    if (isNew) offerBack(around, t(`“${title}” moved to the trash.`), { set, entry });
    else notifyDone(t(`“${title}” will be deleted when it is published.`));
  } catch (error) {
    notifyFailed(t('Could not delete'), error);
  }
}

function offerBack(
  { client }: Surroundings,
  done: string,
  { set, entry }: { set: string; entry: string | undefined },
): void {
  const restore = (id: string) =>
    restoreDropped(client, set, id).catch((error: unknown) => notifyFailed(t('Could not restore'), error));
  if (entry === undefined) notifyDone(done);
  else notifyUndo(done, () => void restore(entry));
}
