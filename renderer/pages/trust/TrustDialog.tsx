import { Alert, Badge, Button, Checkbox, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemsOf } from '../../api/client';
import { keys } from '../../api/keys';
import { refresh } from '../../api/stale';
import { decideTrust } from '../../api/trust';
import { counted } from '../../ui/format';
import { notifyDone } from '../../ui/notify';
import { TrustAutomation } from './TrustAutomation';
import classes from './trust.module.css';
import {
  type PendingRecord,
  TRUST_LISTS,
  type TrustList,
  type TrustNeeds,
  useTrustNeeds,
} from './useTrustNeeds';

const texts = {
  title: 'Review this folder',
  lead: 'These items were included with the folder or changed outside Plinth. Approve the ones you trust; the others stay inactive.',
  all: 'Select all',
  automations: 'Automations',
  automationsHint:
    'Only approve code you trust. It runs in a sandbox, but it can change content and send requests to other servers.',
  lists: {
    keys: ['API keys', 'Once approved, anyone who has one of these keys can use it.'],
    users: ['Users', 'Once approved, they can sign in with their passwords.'],
    clients: [
      'Connected apps',
      'Once approved, they can request access. Users are redirected to these URIs.',
    ],
    settings: [
      'Settings',
      'These are less restrictive than the defaults, which apply until you approve them.',
    ],
    collections: ['Public access', 'Anyone who can reach this Plinth can do this without signing in.'],
  } satisfies Record<TrustList, [title: string, hint: string]>,
  changed: 'Changed',
  nothing: 'Nothing needs approval.',
  notNow: 'Not now',
  accept: (count: number) => (count === 0 ? 'Approve' : `Approve ${counted(count, 'item', 'items')}`),
  accepted: (count: number) => `${counted(count, 'item', 'items')} approved on this computer.`,
  failed: 'Nothing was approved',
  changedSince: 'Something changed while this was open. The current version is now shown; review it again.',
};

interface Props {
  opened: boolean;
  onClose(): void;
}

/** Shows the records that need approval, with a checkbox for each. */
export default function TrustDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size="xl">
      <Content onClose={onClose} />
    </Modal>
  );
}

type Shown = Pick<PendingRecord, 'record' | 'digest'>;

/** A record by what was shown of it: one that changes while the dialog is open is no longer selected. */
const markOf = ({ record, digest }: Shown): string => `${record} ${digest}`;

const everything = ({ automations, records }: TrustNeeds): Shown[] => [
  ...automations,
  ...TRUST_LISTS.flatMap((name) => records[name]),
];

function Content({ onClose }: Pick<Props, 'onClose'>) {
  const client = useQueryClient();
  const needs = useTrustNeeds();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pending = needs ? everything(needs) : [];
  const picked = pending.filter((one) => chosen.has(markOf(one)));
  const decide = useMutation({
    mutationFn: () =>
      decideTrust(client, {
        records: Object.fromEntries(picked.map(({ record, digest }) => [record, digest])),
      }),
    onSuccess: () => {
      notifyDone(texts.accepted(picked.length));
      onClose();
    },
    // A record may have changed since it was shown; what is there now is shown instead.
    onError: () => refresh(client, keys.trust),
  });
  if (needs === undefined) return <Text size="sm">{texts.nothing}</Text>;

  const choose = (records: readonly Shown[], yes: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const one of records) yes ? after.add(markOf(one)) : after.delete(markOf(one));
      return after;
    });
  const choice = (one: Shown) => ({
    chosen: chosen.has(markOf(one)),
    onChoose: (yes: boolean) => choose([one], yes),
  });
  return (
    <Stack gap="lg">
      <Text size="sm">{texts.lead}</Text>
      {decide.isError && (
        <Alert color="red" title={texts.failed} role="alert">
          {Object.keys(problemsOf(decide.error)).length === 0 ? decide.error.message : texts.changedSince}
        </Alert>
      )}
      {pending.length > 1 && (
        <Checkbox
          label={texts.all}
          checked={picked.length === pending.length}
          indeterminate={picked.length > 0 && picked.length < pending.length}
          onChange={(event) => choose(pending, event.currentTarget.checked)}
        />
      )}
      {TRUST_LISTS.filter((name) => needs.records[name].length > 0).map((name) => (
        <Section key={name} title={texts.lists[name][0]} hint={texts.lists[name][1]}>
          {needs.records[name].map((record) => (
            <RecordLine key={markOf(record)} record={record} {...choice(record)} />
          ))}
        </Section>
      ))}
      {needs.automations.length > 0 && (
        <Section title={texts.automations} hint={texts.automationsHint}>
          {needs.automations.map((automation) => (
            <TrustAutomation key={automation.id} automation={automation} {...choice(automation)} />
          ))}
        </Section>
      )}
      <Group justify="flex-end" gap="xs" className="dialog-foot">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.notNow}
        </Button>
        <Button disabled={picked.length === 0} loading={decide.isPending} onClick={() => decide.mutate()}>
          {texts.accept(picked.length)}
        </Button>
      </Group>
    </Stack>
  );
}

function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <div>
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {children}
    </Stack>
  );
}

interface RecordLineProps {
  record: PendingRecord;
  chosen: boolean;
  onChoose(yes: boolean): void;
}

/** A record with what it grants, and its checkbox. */
function RecordLine({ record: { name, what, changed }, chosen, onChoose }: RecordLineProps) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <Checkbox
        label={<span className={classes.name}>{name}</span>}
        description={<span className={classes.what}>{what}</span>}
        checked={chosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      {changed && (
        <Badge color="yellow" variant="light" className={classes.badge ?? ''}>
          {texts.changed}
        </Badge>
      )}
    </Group>
  );
}
