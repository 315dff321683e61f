import { Alert, Button, Checkbox, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decideTrust } from '../../api/automations';
import { keys } from '../../api/keys';
import { counted } from '../../ui/format';
import { notifyDone } from '../../ui/notify';
import classes from './automations.module.css';
import { TrustHandler } from './TrustHandler';
import { useTrustNeeds } from './useTrustNeeds';

const texts = {
  title: 'What came with this folder',
  lead: 'Read what would run, and say yes only to code you would run yourself. It stays shut off from this computer, but it can change content and ask servers on the web.',
  handlers: 'Automations',
  all: 'All of them',
  keys: 'API keys',
  keysHint: 'Whoever holds one of them can use it once the folder is trusted.',
  users: 'Users',
  programs: 'Programs',
  programsHint:
    'They can ask people here for access once the folder is trusted; they come back to these addresses.',
  usersHint: 'They can sign in with their passwords once the folder is trusted.',
  key: (methods: readonly string[], paths: readonly string[]) =>
    `${methods.join(', ')} on ${paths.join(', ')}`,
  nothing: 'Nothing waits any more.',
  notNow: 'Not now',
  trust: 'Trust the folder',
  allow: (count: number) => `Let ${counted(count, 'automation', 'automations')} run`,
  both: (count: number) => `Trust the folder and let ${counted(count, 'automation', 'automations')} run`,
  allowed: (count: number) =>
    count === 0 ? 'The folder is trusted.' : `${counted(count, 'automation', 'automations')} may run.`,
  failed: 'Not done',
};

interface Props {
  opened: boolean;
  onClose(): void;
}

/** Shows what would run and open the folder, and takes the yes. */
export default function TrustDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size="xl">
      <Content onClose={onClose} />
    </Modal>
  );
}

function Content({ onClose }: Pick<Props, 'onClose'>) {
  const client = useQueryClient();
  const needs = useTrustNeeds();
  /** Chosen handlers by the hash that was shown: one that changes while the dialog is open is chosen no more. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const waiting = needs?.waiting ?? [];
  const picked = waiting.filter(({ hash }) => chosen.has(hash));
  const untrusted = needs !== undefined && !needs.overview.trusted;
  const decide = useMutation({
    mutationFn: () =>
      decideTrust(client, { handlers: Object.fromEntries(picked.map(({ id, hash }) => [id, hash])) }),
    onSuccess: () => {
      notifyDone(texts.allowed(picked.length));
      onClose();
    },
    // A handler may have changed since it was shown; what is there now is shown instead.
    onError: () => client.invalidateQueries({ queryKey: keys.trust }),
  });
  if (needs === undefined) return <Text size="sm">{texts.nothing}</Text>;

  const choose = (hashes: readonly string[], yes: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const hash of hashes) yes ? after.add(hash) : after.delete(hash);
      return after;
    });
  return (
    <Stack gap="md">
      <Text size="sm">{texts.lead}</Text>
      {decide.isError && (
        <Alert color="red" title={texts.failed} role="alert">
          {decide.error.message}
        </Alert>
      )}
      {waiting.length > 0 && (
        <Stack gap="xs" component="section">
          <Group justify="space-between">
            <Title order={2}>{texts.handlers}</Title>
            {waiting.length > 1 && (
              <Checkbox
                label={texts.all}
                checked={picked.length === waiting.length}
                indeterminate={picked.length > 0 && picked.length < waiting.length}
                onChange={(event) =>
                  choose(
                    waiting.map(({ hash }) => hash),
                    event.currentTarget.checked,
                  )
                }
              />
            )}
          </Group>
          {waiting.map((handler) => (
            <TrustHandler
              key={handler.id}
              handler={handler}
              chosen={chosen.has(handler.hash)}
              onChoose={(yes) => choose([handler.hash], yes)}
            />
          ))}
        </Stack>
      )}
      {untrusted && needs.overview.keys.length > 0 && (
        <Records
          title={texts.keys}
          hint={texts.keysHint}
          records={needs.overview.keys.map(({ id, name, methods, paths }) => ({
            id,
            name,
            what: texts.key(methods, paths),
          }))}
        />
      )}
      {untrusted && needs.overview.users.length > 0 && (
        <Records
          title={texts.users}
          hint={texts.usersHint}
          records={needs.overview.users.map(({ id, name, role }) => ({ id, name, what: role }))}
        />
      )}
      {untrusted && needs.overview.programs.length > 0 && (
        <Records
          title={texts.programs}
          hint={texts.programsHint}
          records={needs.overview.programs.map(({ id, name, redirectUris }) => ({
            id,
            name,
            what: redirectUris.join(', '),
          }))}
        />
      )}
      <Group justify="flex-end" gap="xs" className="dialog-foot">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.notNow}
        </Button>
        <Button
          disabled={!untrusted && picked.length === 0}
          loading={decide.isPending}
          onClick={() => decide.mutate()}
        >
          {picked.length === 0
            ? texts.trust
            : untrusted
              ? texts.both(picked.length)
              : texts.allow(picked.length)}
        </Button>
      </Group>
    </Stack>
  );
}

interface RecordsProps {
  title: string;
  hint: string;
  records: readonly { id: string; name: string; what: string }[];
}

/** What would open the folder, by name. */
function Records({ title, hint, records }: RecordsProps) {
  return (
    <Stack gap="xs" component="section">
      <div>
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      <dl className={classes.facts}>
        {records.map(({ id, name, what }) => (
          <div key={id} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
