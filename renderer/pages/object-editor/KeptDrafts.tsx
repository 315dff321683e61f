import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { CollectionSettings } from '#contract/objects';
import type { Kept } from '../../draft/journal';
import { formatAgo, inSentence } from '../../ui/format';
import { titleOf } from '../../ui/title-of';
import classes from './editor.module.css';

const texts = {
  unsaved: (ago: string) => `Unsaved changes from ${ago}`,
  unsavedMany: (count: number) => `${count} drafts with unsaved changes`,
  unsavedNew: (label: string) => `Unsaved draft of a new ${label}`,
  unsavedNewMany: (count: number, plural: string) => `${count} unsaved drafts of new ${plural}`,
  fields: (count: number) =>
    count === 1 ? '1 field was changed but not saved.' : `${count} fields were changed but not saved.`,
  changedSince: 'The object has been saved since then.',
  restore: 'Restore',
  discard: 'Discard',
  untitled: 'Untitled',
};

/** So much of a title is enough to know it by. */
const LONGEST = 80;

interface Props {
  settings: CollectionSettings;
  kept: readonly Kept[];
  /** Version mark of the open object; undefined for new ones. */
  etag: string | undefined;
  /** The drafts are of new objects. */
  isNew: boolean;
  onRestore(key: string): void;
  onDiscard(key: string): void;
}

/** What a kept draft is, in a sentence or two. */
function describe({ entry }: Kept, { isNew, etag, kept }: Props): string {
  const ago = formatAgo(new Date(entry.at).toISOString());
  const whole = titleOf(entry.edits) || texts.untitled;
  const title = whole.length > LONGEST ? `${whole.slice(0, LONGEST).trimEnd()}…` : whole;
  const changed = etag !== undefined && entry.etag !== undefined && entry.etag !== etag;
  return [
    isNew ? `“${title}”, ${ago}.` : kept.length > 1 ? `${ago}:` : '',
    texts.fields(Object.keys(entry.edits).length),
    !isNew && changed ? texts.changedSince : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function titleFor({ settings, kept, isNew }: Props): string {
  const [first] = kept;
  const count = kept.length;
  if (isNew)
    return count === 1
      ? texts.unsavedNew(inSentence(settings.labelSingular || 'Object'))
      : texts.unsavedNewMany(count, inSentence(settings.labelPlural || 'Objects'));
  return first !== undefined && count === 1
    ? texts.unsaved(formatAgo(new Date(first.entry.at).toISOString()))
    : texts.unsavedMany(count);
}

/** Drafts of earlier sittings, each to be restored or discarded. */
export function KeptDrafts(props: Props) {
  const { kept, onRestore, onDiscard } = props;
  if (kept.length === 0) return null;
  return (
    <Alert color="blue" icon={<IconHistory size={18} />} title={titleFor(props)} role="status">
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
