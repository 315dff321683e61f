/** The settings of one section, saved together. */
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import type { SettingState, SettingsChange, SettingValue } from '#contract/settings';
import { changedSince, problemsOf } from '../../api/client';
import { changeSettings, settingsQuery } from '../../api/settings';
import { refresh } from '../../api/stale';
import { useAnnounce } from '../../ui/Announcer';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile';
import { FormFailure } from '../../ui/FormParts';
import { counted } from '../../ui/format';
import { LeaveDialog } from '../../ui/LeaveDialog';
import { notifyDone } from '../../ui/notify';
import { useWindowCommand } from '../../ui/window-commands';
import type { FormOwner } from '../../unsaved/useFolder';
import { NotOnServer } from '../object-editor/Banners';
import { KeptChanges } from '../object-editor/KeptChanges';
import { SettingField } from './SettingField';
import classes from './settings.module.css';
import { useUnsavedSettings } from './useUnsavedSettings';

const texts = {
  save: 'Save',
  discard: 'Discard',
  changed: (count: number) => counted(count, 'unsaved change', 'unsaved changes'),
  saved: 'Settings saved.',
  failed: 'Could not save the settings',
  newer: 'Not saved. The settings were changed elsewhere.',
  what: 'these settings',
  refused: 'Not saved. Fix the highlighted settings.',
  leave: 'Your changes to the settings have not been saved.',
};

/** Settings by their group, in order. */
function byGroup(settings: readonly SettingState[]): [group: string, settings: SettingState[]][] {
  const groups = new Map<string, SettingState[]>();
  for (const setting of settings) {
    const { group = '' } = setting;
    groups.set(group, [...(groups.get(group) ?? []), setting]);
  }
  return [...groups];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The edits of a form that are not saved yet, and saving them together. */
function useEdits(settings: readonly SettingState[], owner: FormOwner) {
  const client = useQueryClient();
  const announce = useAnnounce();
  const [edits, setEdits] = useState<SettingsChange>({});
  /** The version restored changes were made on. */
  const [madeOn, setMadeOn] = useState<string>();
  const end = () => {
    setEdits({});
    setMadeOn(undefined);
  };
  const save = useMutation({
    mutationFn: ({ change, ifMatch }: { change: SettingsChange; ifMatch?: string }) =>
      changeSettings(client, change, ifMatch),
    onSuccess: () => {
      end();
      notifyDone(texts.saved);
      announce(texts.saved);
    },
    onError: (error) => {
      announce(changedSince(error) ? texts.newer : texts.refused);
      // What is shown from now on is what a later save is compared with.
      if (changedSince(error)) void refresh(client, settingsQuery().queryKey);
    },
  });
  const newer = changedSince(save.error);
  const count = Object.keys(edits).length;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => count > 0 && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (count === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [count]);

  const edit = (setting: SettingState) => (value: SettingValue | null) => {
    setEdits(({ [setting.name]: _last, ...others }) => {
      const unchanged = value === null ? !setting.own : same(value, setting.value) && !setting.problem;
      return unchanged ? others : { ...others, [setting.name]: value };
    });
  };
  const discard = () => {
    end();
    save.reset();
  };
  const unsaved = useUnsavedSettings({
    owner,
    settings,
    edits,
    etag: madeOn ?? client.getQueryData(settingsQuery().queryKey)?.etag,
    onRestore: (restored, etag) => {
      setEdits(restored);
      setMadeOn(etag);
    },
  });
  return { edits, edit, count, save, newer, blocker, discard, madeOn, unsaved };
}

interface Props {
  owner: FormOwner;
  settings: readonly SettingState[];
  /** Shown below the settings of a group, by its name. */
  extras?: Readonly<Record<string, ComponentType>> | undefined;
}

export function SettingsForm({ owner, settings, extras = {} }: Props) {
  const { edits, edit, count, save, newer, blocker, discard, madeOn, unsaved } = useEdits(settings, owner);
  const details = newer ? {} : problemsOf(save.error);
  const change = { change: edits, ...(madeOn && { ifMatch: madeOn }) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count > 0) save.mutate(change);
  };
  useWindowCommand('save', () =>
    save.mutateAsync(change).then(
      () => true,
      () => false,
    ),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xl">
        <KeptChanges
          what="settings"
          kept={unsaved.kept}
          etag={undefined}
          isNew={false}
          base={undefined}
          onRestore={unsaved.restore}
          onDiscard={unsaved.discard}
        />
        <NotOnServer place={unsaved.place} />
        <FormFailure title={texts.failed} error={newer ? null : save.error} />
        {byGroup(settings).map(([group, those]) => {
          const Extra = extras[group];
          return (
            <fieldset key={group} className={classes.group}>
              {group !== '' && <legend className={classes.legend}>{group}</legend>}
              <Stack gap="lg">
                {those.map((setting) => {
                  const edited = edits[setting.name];
                  const value = edited === undefined ? setting.value : (edited ?? setting.default);
                  return (
                    <SettingField
                      key={setting.name}
                      setting={setting}
                      value={value}
                      edited={edited !== undefined}
                      error={details[setting.name]?.join(' ')}
                      onChange={edit(setting)}
                    />
                  );
                })}
                {Extra && <Extra />}
              </Stack>
            </fieldset>
          );
        })}
        {count > 0 && (
          <div className={classes.foot}>
            <Text size="sm" c="dimmed" className={classes.count ?? ''}>
              {texts.changed(count)}
            </Text>
            <Button variant="default" onClick={discard}>
              {texts.discard}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </div>
        )}
      </Stack>
      <ChangedMeanwhile
        what={texts.what}
        names={newer}
        kept={false}
        onClose={() => save.reset()}
        onTakeTheirs={discard}
        onKeepMine={() => save.mutate({ change: edits, ifMatch: '*' })}
      />
      <LeaveDialog blocker={blocker} hint={texts.leave} onLeave={unsaved.end} />
    </form>
  );
}
