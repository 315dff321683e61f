/** When and where this machine backs up the folder, and how the last backup went. */
import { Alert, Button, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BACKUP_PERIODS, type BackupSettings, type BackupState, MAX_KEPT_BACKUPS } from '#contract/backups';
import { backupsQuery, changeBackups, makeBackup } from '../../api/backups';
import { problemsOf } from '../../api/client';
import { useAnnounce } from '../../ui/Announcer';
import { FormFailure } from '../../ui/FormParts';
import { formatBytes, formatMoment } from '../../ui/format';
import { notifyDone } from '../../ui/notify';
import classes from './settings.module.css';

const texts = {
  title: 'Backups',
  lead: 'Zip files of the whole folder, made by this machine while Plinth is running. A backup that was missed is made at the next start. These settings stay on this machine.',
  every: 'Back up',
  periods: { never: 'Never', hour: 'Every hour', day: 'Every day', week: 'Every week' },
  to: 'Folder for backups',
  toHelp: 'A full path on this machine, outside the data folder, e.g. on another disk.',
  keep: 'Backups to keep',
  keepHelp: 'Older ones in this folder are deleted after a new backup.',
  history: 'Include the history',
  save: 'Save backup settings',
  saved: 'Backup settings saved.',
  now: 'Back up now',
  making: 'Backing up…',
  made: 'Backup finished.',
  failed: 'Could not save the backup settings',
  notMade: 'The backup failed',
  none: 'No backup has been made yet.',
  last: (at: string, size: string) => `Last backup: ${at}, ${size}`,
  lastGood: (at: string) => `Last successful backup: ${at}`,
};

const PERIODS = BACKUP_PERIODS.map((value) => ({ value, label: texts.periods[value] }));

export function Backups() {
  const { data } = useQuery(backupsQuery());
  if (data === undefined) return null;
  return (
    <section aria-labelledby="backups">
      <h2 id="backups" className={classes.legend}>
        {texts.title}
      </h2>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
        <BackupForm state={data} />
        <LastBackup state={data} />
      </Stack>
    </section>
  );
}

function BackupForm({ state }: { state: BackupState }) {
  const client = useQueryClient();
  const announce = useAnnounce();
  const [edits, setEdits] = useState<Partial<BackupSettings>>({});
  const { every, to, keep, history } = { ...state, ...edits };
  const edit = (change: Partial<BackupSettings>) => setEdits((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: () => changeBackups(client, edits),
    onSuccess: () => {
      setEdits({});
      notifyDone(texts.saved);
      announce(texts.saved);
    },
    onError: () => announce(texts.failed),
  });
  const problems = problemsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormFailure title={texts.failed} error={save.error} fields={['every', 'to', 'keep']} />
        <Select
          label={texts.every}
          data={PERIODS}
          value={every}
          allowDeselect={false}
          error={problems.every?.join(' ')}
          onChange={(value) => {
            const period = BACKUP_PERIODS.find((one) => one === value);
            if (period) edit({ every: period });
          }}
        />
        <TextInput
          label={texts.to}
          description={texts.toHelp}
          value={to}
          error={problems.to?.join(' ')}
          onChange={({ currentTarget }) => edit({ to: currentTarget.value })}
        />
        <NumberInput
          label={texts.keep}
          description={texts.keepHelp}
          min={1}
          max={MAX_KEPT_BACKUPS}
          allowDecimal={false}
          value={keep}
          error={problems.keep?.join(' ')}
          onChange={(value) => edit({ keep: Number(value) })}
        />
        <Switch
          label={texts.history}
          checked={history}
          onChange={({ currentTarget }) => edit({ history: currentTarget.checked })}
        />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={Object.keys(edits).length === 0}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function LastBackup({ state: { to, last, lastGood, running } }: { state: BackupState }) {
  const client = useQueryClient();
  const announce = useAnnounce();
  const make = useMutation({
    mutationFn: () => makeBackup(client),
    onSuccess: ({ last: result }) => {
      if (result?.problem === undefined) notifyDone(texts.made);
      announce(result?.problem ?? texts.made);
    },
    onError: ({ message }) => announce(message),
  });
  const problem = make.error?.message ?? last?.problem;
  return (
    <Stack gap="sm">
      {problem !== undefined && (
        <Alert color="red" title={texts.notMade} role="alert">
          <Text size="sm" className={classes.path ?? ''}>
            {problem}
          </Text>
          {lastGood !== null && <Text size="sm">{texts.lastGood(formatMoment(lastGood))}</Text>}
        </Alert>
      )}
      {last === null && <Text size="sm">{texts.none}</Text>}
      {last?.file !== undefined && (
        <Text size="sm" className={classes.path ?? ''}>
          {texts.last(formatMoment(last.at), formatBytes(last.bytes ?? 0))}
          <br />
          {last.file}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          loading={make.isPending || running}
          disabled={to === ''}
          onClick={() => make.mutate()}
        >
          {texts.now}
        </Button>
      </Group>
    </Stack>
  );
}
