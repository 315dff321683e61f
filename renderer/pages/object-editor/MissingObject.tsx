/** An object that is not there: one that was deleted still has its versions. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { SchemaDefinition } from '#contract/schemas';
import { versionsQuery } from '../../api/history';
import type { PartSchemas } from '../../fields/form-context';
import { useRights } from '../../ui/rights';
import { HistoryDrawer } from '../history/HistoryDrawer';
import { deletedTarget } from '../history/restore-target';
import { useHistoryAddress } from '../history/useHistoryAddress';
import { NotFound } from '../NotFound';

const texts = {
  missing: (id: string, collection: string) => `Object “${id}” not found in “${collection}”`,
  history: 'Show its history',
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
