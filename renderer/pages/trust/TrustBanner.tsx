/**
 * What waits for approval is told by a banner, never by a dialog that opens by itself: that is answered with whatever
 * makes it go away.
 */
import { Alert, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldQuestion } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { LOCALE } from '../../locale';
import { counted } from '../../ui/format';
import { TRUST_LISTS, type TrustList, type TrustNeeds, useTrustNeeds } from './useTrustNeeds';

/** Fetched when it is wanted: the start page has the banner as well, and rarely anything to say. */
const TrustDialog = lazy(() => import('./TrustDialog'));

const texts = {
  foreign: 'Review what came with this folder',
  changed: 'Review changes made outside Plinth',
  kinds: {
    keys: ['API key', 'API keys'],
    users: ['user', 'users'],
    clients: ['connected app', 'connected apps'],
    settings: ['setting', 'settings'],
    collections: ['public collection', 'public collections'],
    automations: ['automation', 'automations'],
  } satisfies Record<TrustList | 'automations', [one: string, many: string]>,
  pending: (what: string, one: boolean) =>
    one
      ? `${what} needs your approval and stays inactive until then.`
      : `${what} need your approval and stay inactive until then.`,
  look: 'Review',
};

const list = new Intl.ListFormat(LOCALE);

/** What needs approval, in words. */
function wordsOf({ count, automations, records }: TrustNeeds): string {
  const found = [
    ...(automations.length > 0 ? [counted(automations.length, ...texts.kinds.automations)] : []),
    ...TRUST_LISTS.filter((name) => records[name].length > 0).map((name) =>
      counted(records[name].length, ...texts.kinds[name]),
    ),
  ];
  return texts.pending(list.format(found), count === 1);
}

/** Says what came with the folder or was changed outside Plinth, and needs approval; absent when nothing does. */
export function TrustBanner() {
  const needs = useTrustNeeds();
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      {needs && (
        <Alert
          color="yellow"
          icon={<IconShieldQuestion size={19} stroke={1.7} aria-hidden />}
          title={needs.foreign ? texts.foreign : texts.changed}
          role="status"
          mb="md"
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
