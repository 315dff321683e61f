/** Makes addresses that show the preview to others, and ends them. */
import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  Popover,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PreviewShare, PreviewShares } from '#contract/preview';
import { keys } from '../../api/keys';
import { endShare, previewQuery, sharePreview, sharesQuery } from '../../api/preview';
import { refresh } from '../../api/stale';
import { t } from '../../t';
import { formatMoment } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import { useRights } from '../../ui/rights';
import { Snippet } from '../../ui/Snippet';
import { TimeAgo } from '../../ui/TimeAgo';
import classes from './preview.module.css';

const texts = {
  label: 'Share the preview',
  hint: 'Anyone with the address sees this site with its drafts, without signing in, until the address ends.',
  notStarted:
    'Only a site that Plinth has started can be shared. The owner starts it under Publish, or here if no address of a development server is set.',
  ends: 'Ends after',
  unsaved: 'Also show unsaved changes',
  unsavedHint: 'Otherwise your preview hides them too while the address works.',
  create: 'Create address',
  created: 'Copy the address now. It is not shown again.',
  address: 'the address',
  valid: 'Shared addresses',
  by: (name: string) => `Created by ${name}, ends`,
  withUnsaved: 'With unsaved changes.',
  hidden: 'Not shown now: the site is stopped, or shown with other changes.',
  end: 'End now',
  endLabel: (name: string, moment: string) => `End now: created by ${name} on ${moment}`,
  failed: 'Could not share the preview',
  endFailed: 'Could not end the address',
};

const END_OPTIONS = [
  { value: '1', label: t('1 hour') },
  { value: '24', label: t('1 day') },
  { value: '168', label: t('7 days') },
];

const REACH: Readonly<Record<PreviewShares['reach'], string>> = t({
  network: 'Works on this computer and on others in your network.',
  switchedOff:
    'Works only on this computer. To change that, switch on “Shared previews on other machines” under Settings, Access.',
  notListening: 'Works only on this computer. To share it in your network, start Plinth with --host.',
  noName:
    'Works only on this computer, because Plinth does not know the name or address of this computer in your network. Add it to “Host names” under Settings, Access.',
});

/** `path`: of the page that is shown. */
export function SharePreview({ path }: { path: string }) {
  const { manages } = useRights();
  return manages ? <Share path={path} /> : null;
}

function Share({ path }: { path: string }) {
  const client = useQueryClient();
  const { data } = useQuery(sharesQuery());
  const isShared = (data?.shares.length ?? 0) > 0;
  return (
    <Popover
      position="bottom-end"
      withArrow
      trapFocus
      returnFocus
      // Some may have ended since.
      onOpen={() => void refresh(client, keys.previewShares)}
    >
      <Popover.Target>
        <Tooltip label={texts.label}>
          <ActionIcon
            size={30}
            variant={isShared ? 'light' : 'subtle'}
            color={isShared ? undefined : 'gray'}
            aria-label={texts.label}
          >
            <IconShare size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown w="24rem" maw="calc(100vw - 1rem)" aria-label={texts.label}>
        <ScrollArea.Autosize mah="70dvh">
          <Stack gap="sm">
            <Text fw={600}>{texts.label}</Text>
            <NewShare path={path} />
            {data && (
              <Text size="xs" c="dimmed">
                {REACH[data.reach]}
              </Text>
            )}
            {isShared && <ShareList shares={data?.shares ?? []} />}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function NewShare({ path }: { path: string }) {
  const client = useQueryClient();
  const { data: preview } = useQuery(previewQuery());
  const [hours, setHours] = useState<string>('24');
  const [unsaved, setUnsaved] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [url, setUrl] = useState<string>();
  if (!preview?.isStarted) return <Alert py="xs">{texts.notStarted}</Alert>;
  async function create() {
    setBusy(true);
    try {
      setUrl(await sharePreview(client, { hours: Number(hours) as 1 | 24 | 168, unsaved, path }));
    } catch (error) {
      notifyFailed(texts.failed, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Text size="sm">{texts.hint}</Text>
      <Group gap="sm">
        <Text size="sm" id="share-ends">
          {texts.ends}
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby="share-ends"
          value={hours}
          onChange={setHours}
          data={END_OPTIONS}
        />
      </Group>
      <Checkbox
        label={texts.unsaved}
        description={texts.unsavedHint}
        checked={unsaved}
        onChange={(event) => setUnsaved(event.currentTarget.checked)}
      />
      <Button loading={isBusy} onClick={() => void create()}>
        {texts.create}
      </Button>
      {url !== undefined && (
        <div role="status">
          <Text size="sm" mb={4}>
            {texts.created}
          </Text>
          <Snippet name={texts.address} code={url} />
        </div>
      )}
    </>
  );
}

function ShareList({ shares }: { shares: readonly PreviewShare[] }) {
  const client = useQueryClient();
  const list = useRef<HTMLElement>(null);
  async function end(id: string) {
    // Its button goes with it, and the focus would leave the popover.
    list.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
    await endShare(client, id).catch((error: unknown) => notifyFailed(texts.endFailed, error));
  }
  return (
    <section aria-label={texts.valid} ref={list}>
      <Text size="sm" fw={600}>
        {texts.valid}
      </Text>
      <Stack component="ul" gap="xs" mt="xs" className={classes.shares ?? ''}>
        {shares.map(({ id, by, at, until, unsaved, isShown }) => (
          <Group component="li" key={id} gap="sm" wrap="nowrap" justify="space-between">
            <div className={classes.link}>
              <Text size="sm">
                <TimeAgo before={texts.by(by)} value={until} />
              </Text>
              {unsaved && <Text size="xs">{texts.withUnsaved}</Text>}
              {!isShown && <Text size="xs">{texts.hidden}</Text>}
            </div>
            <Button
              size="compact-sm"
              variant="default"
              flex="none"
              aria-label={texts.endLabel(by, formatMoment(at))}
              onClick={() => void end(id)}
            >
              {texts.end}
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
