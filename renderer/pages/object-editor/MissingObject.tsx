/** An object that is not there: one that was deleted still has its versions. */
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SchemaDefinition } from '#contract/schemas';
import { versionsQuery } from '../../api/history';
import { unsavedListQuery } from '../../api/unsaved';
import type { PartSchemas } from '../../fields/form-context';
import { formatAgo } from '../../ui/format';
import { useRights } from '../../ui/rights';
import { HistoryDrawer } from '../history/HistoryDrawer';
import { deletedTarget } from '../history/restore-target';
import { useHistoryAddress } from '../history/useHistoryAddress';
import { NotFound } from '../NotFound';
import { MissingActions } from '../unsaved/MissingActions';
import { useUnsavedActions } from '../unsaved/useUnsavedActions';

const texts = {
  missing: (id: string, collection: string) => `Object “${id}” not found in “${collection}”`,
  history: 'Show its history',
  left: 'You have unsaved changes of this object',
  line: (title: string, ago: string) => `“${title}”, ${ago}.`,
  discard: 'Discard',
};

interface Props {
  collection: string;
  id: string;
  /** Undefined where the collection does not exist either. */
  schema: SchemaDefinition | undefined;
  partSchemas: PartSchemas | undefined;
}

export function MissingObject({ collection, id, schema, partSchemas }: Props) {
  const { edits } = useRights();
  const { open } = useHistoryAddress();
  const isKnown = edits && schema !== undefined && partSchemas !== undefined;
  const { data } = useInfiniteQuery({ ...versionsQuery(collection, id), enabled: isKnown, retry: false });
  return (
    <>
      {isKnown && <LeftUnsaved collection={collection} id={id} />}
      <NotFound message={texts.missing(id, collection)}>
        {data !== undefined && (
          <Button variant="default" leftSection={<IconHistory size={16} />} onClick={open}>
            {texts.history}
          </Button>
        )}
      </NotFound>
      {isKnown && (
        <HistoryDrawer
          {...{ collection, id, schema, parts: partSchemas, target: deletedTarget }}
          title={id}
          now={undefined}
        />
      )}
    </>
  );
}

/** Changes of the object that were never saved. */
function LeftUnsaved({ collection, id }: Pick<Props, 'collection' | 'id'>) {
  const { data = [] } = useQuery(unsavedListQuery());
  const actions = useUnsavedActions();
  const list = data.filter((unsaved) => unsaved.collection === collection && unsaved.object === id);
  if (list.length === 0) return null;
  return (
    <Alert color="spruce" icon={<IconHistory size={18} />} title={texts.left} role="status" m="md">
      <Stack gap="xs">
        {list.map((unsaved) => {
          const title = unsaved.title ?? id;
          return (
            <Group key={unsaved.id} justify="space-between" gap="sm">
              <span style={{ overflowWrap: 'anywhere' }}>{texts.line(title, formatAgo(unsaved.at))}</span>
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${texts.discard}: ${title}`}
                  onClick={() => void actions.discard(unsaved)}
                >
                  {texts.discard}
                </Button>
                <MissingActions {...{ unsaved, title, actions }} />
              </Group>
            </Group>
          );
        })}
      </Stack>
    </Alert>
  );
}
