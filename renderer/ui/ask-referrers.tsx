/** Asks before objects are deleted that others refer to, and removes the references where the user says so. */
import { Checkbox, List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { QueryClient } from '@tanstack/react-query';
import type { ReferrerSummary } from '#contract/relations';
import { referrersOf, removeWithReferences } from '../api/references';
import { counted, plural } from './format';
import { groupBy } from './group-by';
import { notifyChange } from './undo-transaction';

const texts = {
  title: (what: string) => `Move ${what} to the trash?`,
  titleLater: (what: string) => `Delete ${what} when published?`,
  later: 'What is live stays until the shared draft is published. Changes in the draft are dropped.',
  confirmLater: 'Delete when published',
  named: (count: number) =>
    count === 1 ? '1 object references it:' : `${counted(count, 'object', 'objects')} reference it:`,
  namedMany: (count: number) =>
    count === 1 ? '1 object references them:' : `${counted(count, 'object', 'objects')} reference them:`,
  more: (count: number) => `and ${count} more`,
  after: 'References are kept but marked as missing, unless you restore from the trash.',
  hidden: (count: number) =>
    plural(
      count,
      '# object that you cannot open references it as well.',
      '# objects that you cannot open reference it as well.',
    ),
  remove: 'Remove the references, too',
  removeHint: 'Links keep their text.',
  changed: (count: number) => `References removed from ${counted(count, 'object', 'objects')}.`,
  confirm: 'Move to trash',
  cancel: 'Cancel',
};

/** Objects that one request removes with their references. */
const MOST_AT_ONCE = 500;

/** How many are named in the question. */
const NAMED = 8;

function Referrers({ found, many, later }: { found: ReferrerSummary; many: boolean; later: boolean }) {
  const named = found.objects.slice(0, NAMED);
  return (
    <>
      {found.total > 0 && (
        <Text size="sm">{many ? texts.namedMany(found.total) : texts.named(found.total)}</Text>
      )}
      {[...groupBy(named, ({ collection }) => collection)].map(([collection, objects]) => (
        <List key={collection} size="sm" my={6} style={{ overflowWrap: 'anywhere' }}>
          {objects.map(({ id, title, properties }) => (
            <List.Item key={id}>
              {title}{' '}
              <Text span size="sm" c="dimmed">
                ({collection}, {properties.map(({ label }) => label).join(', ')})
              </Text>
            </List.Item>
          ))}
        </List>
      ))}
      {found.hidden > 0 && <Text size="sm">{texts.hidden(found.hidden)}</Text>}
      {found.total > named.length && <Text size="sm">{texts.more(found.total - named.length)}</Text>}
      {!later && (
        <Text size="sm" mt="xs">
          {texts.after}
        </Text>
      )}
    </>
  );
}

/** What the user has decided: nothing, to leave the references, or to remove them as well. */
export type Deletion = 'no' | 'alone' | 'with references';

/**
 * Whether objects may be moved to the trash: at once where nothing refers to them, else the user is asked. `what` names
 * them in the question. Where it cannot be found out, the trash is the way back. `later`: they are deleted when the shared
 * draft is published, which is always asked about.
 */
export async function askDeletion(
  collection: string,
  ids: readonly string[],
  what: string,
  later = false,
): Promise<Deletion> {
  const found = await referrersOf(collection, ids).catch(() => undefined);
  const referred = found !== undefined && found.total + found.hidden > 0;
  if (!referred && !later) return 'alone';
  let removes = false;
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: later ? texts.titleLater(what) : texts.title(what),
      children: (
        <>
          {later && (
            <Text size="sm" mb={referred ? 'xs' : undefined}>
              {texts.later}
            </Text>
          )}
          {referred && <Referrers found={found} many={ids.length > 1} later={later} />}
          {referred && !later && found.total > 0 && ids.length <= MOST_AT_ONCE && (
            <Checkbox
              mt="md"
              label={texts.remove}
              description={texts.removeHint}
              onChange={(event) => {
                removes = event.currentTarget.checked;
              }}
            />
          )}
        </>
      ),
      labels: { confirm: later ? texts.confirmLater : texts.confirm, cancel: texts.cancel },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(removes ? 'with references' : 'alone'),
      onClose: () => resolve('no'),
    });
  });
}

/** Moves objects to the trash with the references to them, and offers to undo both. Throws `ApiError`. */
export async function deleteWithReferences(
  client: QueryClient,
  collection: string,
  ids: readonly string[],
  message: string,
): Promise<void> {
  const { changed, transaction } = await removeWithReferences(client, collection, ids);
  notifyChange(client, `${message} ${texts.changed(changed.length)}`, transaction);
}
