import { Alert, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldQuestion } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { counted } from '../../ui/format';
import { type TrustNeeds, useTrustNeeds } from './useTrustNeeds';

/** Fetched when it is wanted: the start page has the banner as well, and rarely anything to say. */
const TrustDialog = lazy(() => import('./TrustDialog'));

const texts = {
  folder: 'This folder came from elsewhere',
  code: 'Code waits for your yes',
  handlers: (count: number) =>
    `${counted(count, 'automation', 'automations')} came with the folder or changed outside Plinth. ${count === 1 ? 'It does' : 'They do'} not run until you have looked at ${count === 1 ? 'it' : 'them'}.`,
  keys: (count: number) =>
    `${counted(count, 'API key', 'API keys')} came with it and ${count === 1 ? 'does' : 'do'} not work here yet.`,
  users: (count: number) => `${counted(count, 'user', 'users')} came with it and cannot sign in here yet.`,
  programs: (count: number) =>
    `${counted(count, 'program', 'programs')} came with it and cannot ask for access here yet.`,
  look: 'Look at it',
};

/** What the banner says: what waits, and that nothing happens meanwhile. */
function wordsOf({ overview, waiting, folder }: TrustNeeds): string {
  return [
    ...(waiting.length > 0 ? [texts.handlers(waiting.length)] : []),
    ...(folder && overview.keys.length > 0 ? [texts.keys(overview.keys.length)] : []),
    ...(folder && overview.users.length > 0 ? [texts.users(overview.users.length)] : []),
    ...(folder && overview.programs.length > 0 ? [texts.programs(overview.programs.length)] : []),
  ].join(' ');
}

/** Says what came with the folder and does not work yet; absent when nothing did. */
export function TrustBanner() {
  const needs = useTrustNeeds();
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      {needs && (
        <Alert
          color="yellow"
          icon={<IconShieldQuestion size={19} stroke={1.7} aria-hidden />}
          title={needs.folder || !needs.overview.trusted ? texts.folder : texts.code}
          role="status"
        >
          <Group justify="space-between" gap="sm">
            <span>{wordsOf(needs)}</span>
            <Button size="compact-sm" variant="default" onClick={open}>
              {texts.look}
            </Button>
          </Group>
        </Alert>
      )}
      {(needs || opened) && (
        <Suspense>
          <TrustDialog opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
