/** Asks before objects are deleted that others name. */
import { List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReferrerList } from '#contract/relations';
import { referrersOf } from '../api/relations';
import { counted } from './format';
import { groupBy } from './group-by';

const texts = {
  title: (what: string) => `Move ${what} to the trash?`,
  named: (count: number) =>
    count === 1 ? '1 object references it:' : `${counted(count, 'object', 'objects')} reference it:`,
  namedMany: (count: number) =>
    count === 1 ? '1 object references them:' : `${counted(count, 'object', 'objects')} reference them:`,
  more: (count: number) => `and ${count} more`,
  after: 'References are kept but marked as missing, unless you restore from the trash.',
  confirm: 'Move to trash',
  cancel: 'Cancel',
};

/** How many are named in the question. */
const NAMED = 8;

function Referrers({ found, many }: { found: ReferrerList; many: boolean }) {
  const named = found.objects.slice(0, NAMED);
  return (
    <>
      <Text size="sm">{many ? texts.namedMany(found.total) : texts.named(found.total)}</Text>
      {[...groupBy(named, ({ collection }) => collection)].map(([collection, objects]) => (
        <List key={collection} size="sm" my={6} style={{ overflowWrap: 'anywhere' }}>
          {objects.map(({ id, title, properties }) => (
            <List.Item key={id}>
              {title}{' '}
              <Text span size="sm" c="dimmed">
                ({collection}, {properties.join(', ')})
              </Text>
            </List.Item>
          ))}
        </List>
      ))}
      {found.total > named.length && <Text size="sm">{texts.more(found.total - named.length)}</Text>}
      <Text size="sm" mt="xs">
        {texts.after}
      </Text>
    </>
  );
}

/**
 * Whether objects may be moved to the trash: at once where nothing refers to them, else the user is asked. `what` names
 * them in the question. Where it cannot be found out, the trash is the way back.
 */
export async function mayDelete(collection: string, ids: readonly string[], what: string): Promise<boolean> {
  const found = await referrersOf(collection, ids).catch(() => undefined);
  if (found === undefined || found.total === 0) return true;
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: texts.title(what),
      children: <Referrers found={found} many={ids.length > 1} />,
      labels: { confirm: texts.confirm, cancel: texts.cancel },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
