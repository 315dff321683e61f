import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAppWindow, IconHistory } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { CollectionSettings } from '#contract/objects';
import type { JsonObject } from '#contract/values';
import { t } from '../../t';
import { formatAgo } from '../../ui/format';
import { labelsInSentence } from '../../ui/object-labels';
import { titleOf } from '../../ui/title-of';
import type { Kept } from '../../unsaved/journal';
import { effective } from '../../unsaved/versions';
import classes from './editor.module.css';

const texts = {
  unsaved: (ago: string) => `Unsaved changes from ${ago}`,
  unsavedMany: (count: number) => `Unsaved changes from ${count} sittings`,
  unsavedNew: (label: string) => `Unsaved new ${label}`,
  unsavedNewMany: (count: number, plural: string) => `${count} unsaved new ${plural}`,
  fields: (count: number) =>
    count === 1 ? '1 field was changed but not saved.' : `${count} fields were changed but not saved.`,
  changedSince: (what: string) => `The ${what} been saved since then.`,
  elsewhere: (what: string) => `You are editing ${what} in another window`,
  copy: 'Copy changes here',
  restore: 'Restore',
  discard: 'Discard',
  untitled: 'Untitled',
};

/** So much of a title is enough to know it by. */
const LONGEST = 80;

/** What is changed, in sentences. */
const WORDS = {
  object: { has: t('object has'), these: t('this object') },
  schema: { has: t('schema has'), these: t('this schema') },
  settings: { has: t('settings have'), these: t('these settings') },
};

interface Props {
  /** Of the collection of a new object. */
  settings?: CollectionSettings;
  what?: keyof typeof WORDS;
  kept: readonly Kept[];
  /** Version mark of the open object; undefined for new ones. */
  etag: string | undefined;
  /** The changes are of new objects. */
  isNew: boolean;
  /** The open object; undefined for new ones. */
  base: JsonObject | undefined;
  onRestore(key: string): void;
  onDiscard(key: string): void;
}

/** What kept changes are, in a sentence or two. */
function describe({ entry }: Kept, { isNew, etag, kept, what = 'object' }: Props): string {
  const ago = formatAgo(new Date(entry.at).toISOString());
  const whole = titleOf(entry.edits) || texts.untitled;
  const title = whole.length > LONGEST ? `${whole.slice(0, LONGEST).trimEnd()}…` : whole;
  const changed = etag !== undefined && entry.etag !== undefined && entry.etag !== etag;
  return [
    isNew ? `“${title}”, ${ago}.` : kept.length > 1 ? `${ago}:` : '',
    texts.fields(Object.keys(entry.edits).length),
    !isNew && changed ? texts.changedSince(WORDS[what].has) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function titleFor({ settings, kept, isNew }: Props): string {
  const [first] = kept;
  const count = kept.length;
  const { singular, plural } = labelsInSentence(settings ?? { labelSingular: '', labelPlural: '' });
  if (isNew) return count === 1 ? texts.unsavedNew(singular) : texts.unsavedNewMany(count, plural);
  return first !== undefined && count === 1
    ? texts.unsaved(formatAgo(new Date(first.entry.at).toISOString()))
    : texts.unsavedMany(count);
}

/** Unsaved changes of earlier sittings, each to be restored or discarded. */
export function KeptChanges(props: Props) {
  const { onRestore, onDiscard, isNew, what = 'object' } = props;
  const kept = useStillUnsaved(props);
  const elsewhere = kept.filter(({ open }) => open);
  return (
    <>
      {!isNew && elsewhere.length > 0 && <OpenElsewhere kept={elsewhere} what={what} onCopy={onRestore} />}
      <Offered {...props} kept={kept.filter(({ open }) => !open)} onDiscard={onDiscard} />
    </>
  );
}

/** Those that would still change something. What was saved from another window is discarded without a word. */
function useStillUnsaved({ kept, base, onDiscard }: Props): Kept[] {
  const saved = kept.filter(
    ({ open, entry }) =>
      !open &&
      base !== undefined &&
      Object.keys(entry.problems).length === 0 &&
      Object.keys(effective(entry.edits, base)).length === 0,
  );
  const keys = saved.map(({ key }) => key).join(' ');
  useEffect(() => {
    for (const key of keys === '' ? [] : keys.split(' ')) onDiscard(key);
  }, [keys, onDiscard]);
  return kept.filter((one) => !saved.includes(one));
}

type OpenProps = Pick<Props, 'kept'> & { what: keyof typeof WORDS; onCopy(key: string): void };

/** The same object has unsaved changes in another window of the user. */
function OpenElsewhere({ kept, what, onCopy }: OpenProps) {
  return (
    <Alert
      color="spruce"
      icon={<IconAppWindow size={18} />}
      title={texts.elsewhere(WORDS[what].these)}
      role="status"
    >
      <Stack gap="xs">
        {kept.map(({ key, entry }) => {
          const about = `${formatAgo(new Date(entry.at).toISOString())}: ${texts.fields(Object.keys(entry.edits).length)}`;
          return (
            <Group key={key} justify="space-between" gap="sm">
              <span className={classes.kept}>{about}</span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${texts.copy}: ${about}`}
                onClick={() => onCopy(key)}
              >
                {texts.copy}
              </Button>
            </Group>
          );
        })}
      </Stack>
    </Alert>
  );
}

function Offered(props: Props) {
  const { kept, onRestore, onDiscard } = props;
  if (kept.length === 0) return null;
  return (
    <Alert color="spruce" icon={<IconHistory size={18} />} title={titleFor(props)} role="status">
      <Stack gap="xs">
        {kept.map((one) => {
          const about = describe(one, props);
          return (
            <Group key={one.key} justify="space-between" gap="sm">
              <span className={classes.kept}>{about}</span>
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${texts.discard}: ${about}`}
                  onClick={() => onDiscard(one.key)}
                >
                  {texts.discard}
                </Button>
                <Button
                  size="compact-sm"
                  aria-label={`${texts.restore}: ${about}`}
                  onClick={() => onRestore(one.key)}
                >
                  {texts.restore}
                </Button>
              </Group>
            </Group>
          );
        })}
      </Stack>
    </Alert>
  );
}
