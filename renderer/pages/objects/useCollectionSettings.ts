/** The settings of a collection while they are edited: the version they started from, and saving them. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CollectionSettings } from '#contract/objects';
import { COLLECTION_SETTINGS } from '#contract/unsaved';
import { ApiError, changedSince } from '../../api/client';
import { changeCollection } from '../../api/mutations';
import { collectionSettingsQuery } from '../../api/queries';
import { notifyDone } from '../../ui/notify';
import type { FormOwner } from '../../unsaved/useFolder';
import { asJson, editsOf, useUnsaved, withEdits } from '../../unsaved/useUnsaved';

const texts = { saved: 'Settings saved.' };

type TextKey = 'name' | 'description' | 'category' | 'labelSingular' | 'labelPlural' | 'url';

export function useCollectionSettings(latest: CollectionSettings, owner: FormOwner, onClose: () => void) {
  const client = useQueryClient();
  // The version this form shows, however often the page is refreshed meanwhile.
  const read = () => client.getQueryData(collectionSettingsQuery(latest.id).queryKey);
  const [start, setStart] = useState(() => read() ?? { data: latest, etag: '' });
  const settings = start.data;
  const [draft, setDraft] = useState(settings);
  const [error, setError] = useState<ApiError>();
  const [newer, setNewer] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<CollectionSettings>) => setDraft((before) => ({ ...before, ...part }));
  const errorAt = (key: string) => error?.details[key]?.join(' ');

  const isChanged = JSON.stringify(draft) !== JSON.stringify(settings);
  const kept = useUnsaved({
    owner,
    at: { collection: latest.id, object: COLLECTION_SETTINGS },
    changes: isChanged
      ? { ...editsOf(asJson(draft), asJson(settings)), problems: {}, etag: start.etag, title: draft.name }
      : undefined,
    onRestore: ({ edits, etag }) => {
      setDraft({ ...settings, ...withEdits({}, edits) });
      setStart({ data: settings, etag: etag ?? start.etag });
    },
  });

  const takeTheirs = async () => {
    setNewer(undefined);
    const { queryKey } = collectionSettingsQuery(settings.id);
    await client.refetchQueries({ queryKey, exact: true });
    const fresh = read();
    if (fresh === undefined) return onClose();
    setStart(fresh);
    setDraft(fresh.data);
  };

  const save = async (ifMatch = start.etag) => {
    setBusy(true);
    setNewer(undefined);
    const changed = Object.fromEntries(
      Object.entries(draft).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(settings[key])),
    );
    try {
      if (Object.keys(changed).length > 0) await changeCollection(client, settings.id, changed, ifMatch);
      kept.end();
      notifyDone(texts.saved);
      onClose();
    } catch (caught) {
      const names = changedSince(caught);
      setNewer(names);
      if (names === undefined)
        setError(caught instanceof ApiError ? caught : new ApiError(0, String(caught)));
    } finally {
      setBusy(false);
    }
  };

  return {
    /** The settings the form started with. */
    base: asJson(settings),
    settings,
    etag: start.etag,
    draft,
    set,
    error,
    errorAt,
    newer,
    busy,
    save,
    takeTheirs,
    kept,
    /** Closes the dialog and gives up the changes. */
    cancel: () => {
      kept.end();
      onClose();
    },
    closeNewer: () => setNewer(undefined),
    /** Props of the input of a text. */
    text: (key: TextKey) => ({
      value: draft[key],
      onChange: (event: { currentTarget: { value: string } }) => set({ [key]: event.currentTarget.value }),
      error: errorAt(key),
    }),
  };
}

export type SettingsDraft = ReturnType<typeof useCollectionSettings>;
