import { Alert, Badge, Button, Checkbox, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemsOf } from '../../api/client';
import { keys } from '../../api/keys';
import { decideTrust } from '../../api/trust';
import { counted } from '../../ui/format';
import { notifyDone } from '../../ui/notify';
import { TrustHandler } from './TrustHandler';
import classes from './trust.module.css';
import {
  TRUST_LISTS,
  type TrustList,
  type TrustNeeds,
  useTrustNeeds,
  type WaitingRecord,
} from './useTrustNeeds';

const texts = {
  title: 'Review this folder',
  lead: 'These items were included with the folder or changed outside Plinth. Approve the ones you trust; the others stay inactive.',
  all: 'Select all',
  handlers: 'Automations',
  handlersHint:
    'Only approve code you trust. It runs in a sandbox, but it can change content and send requests to other servers.',
  lists: {
    keys: ['API keys', 'Once approved, anyone who has one of these keys can use it.'],
    users: ['Users', 'Once approved, they can sign in with their passwords.'],
    programs: [
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
  changedMeanwhile:
    'Something changed while this was open. The current version is now shown; review it again.',
};

interface Props {
  opened: boolean;
  onClose(): void;
}

/** Shows what waits and takes the yes to each of it. */
export default function TrustDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size="xl">
      <Content onClose={onClose} />
    </Modal>
  );
}

type Shown = Pick<WaitingRecord, 'record' | 'digest'>;

/** A record by what was shown of it: one that changes while the dialog is open is chosen no more. */
const markOf = ({ record, digest }: Shown): string => `${record} ${digest}`;

const everything = ({ handlers, records }: TrustNeeds): Shown[] => [
  ...handlers,
  ...TRUST_LISTS.flatMap((name) => records[name]),
];

function Content({ onClose }: Pick<Props, 'onClose'>) {
  const client = useQueryClient();
  const needs = useTrustNeeds();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const waiting = needs ? everything(needs) : [];
  const picked = waiting.filter((one) => chosen.has(markOf(one)));
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
    onError: () => client.invalidateQueries({ queryKey: keys.trust }),
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
          {Object.keys(problemsOf(decide.error)).length === 0 ? decide.error.message : texts.changedMeanwhile}
        </Alert>
      )}
      {waiting.length > 1 && (
        <Checkbox
          label={texts.all}
          checked={picked.length === waiting.length}
          indeterminate={picked.length > 0 && picked.length < waiting.length}
          onChange={(event) => choose(waiting, event.currentTarget.checked)}
        />
      )}
      {TRUST_LISTS.filter((name) => needs.records[name].length > 0).map((name) => (
        <Section key={name} title={texts.lists[name][0]} hint={texts.lists[name][1]}>
          {needs.records[name].map((record) => (
            <RecordLine key={markOf(record)} record={record} {...choice(record)} />
          ))}
        </Section>
      ))}
      {needs.handlers.length > 0 && (
        <Section title={texts.handlers} hint={texts.handlersHint}>
          {needs.handlers.map((handler) => (
            <TrustHandler key={handler.id} handler={handler} {...choice(handler)} />
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
  record: WaitingRecord;
  chosen: boolean;
  onChoose(yes: boolean): void;
}

/** A record with what it opens, and the yes to it. */
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
