/** A collection without objects: what it is for, and how the first one comes. */
import { Button, EmptyState, Text } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type CollectionSettings, lookOf } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import type { Arrangement } from '../../lists/arrangement';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { labelsInSentence } from '../../ui/object-labels';
import { useRights } from '../../ui/rights';
import { Outlined } from '../../ui/Waiting';

const texts = {
  title: (plural: string) => `No ${plural} yet`,
  hint: (plural: string) => `Your ${plural} will appear here.`,
  file: (collection: string) => `Each one is stored as a file in the folder “${collection}”.`,
  create: (singular: string) => `Create your first ${singular}`,
  import: 'Import file…',
  schema: 'View schema',
};

interface Props {
  settings: CollectionSettings;
  schema: SchemaDefinition;
  /** How the objects will be drawn. */
  layout: Arrangement['layout'];
  onImport: () => void;
}

export function EmptyList({ settings, schema, layout, onImport }: Props) {
  const { manages } = useRights();
  const { singular, plural } = labelsInSentence(settings);
  return (
    <Outlined shape={layout === 'table' || layout === 'tree' ? 'rows' : layout}>
      <EmptyState
        icon={<CollectionIcon of={{ schema: settings.schema, ...lookOf(settings) }} size={30} />}
        title={texts.title(plural)}
        description={settings.description || texts.hint(plural)}
      >
        <Text size="sm" c="dimmed">
          {texts.file(settings.id)}
        </Text>
        <EmptyState.Actions mt="xs" style={{ justifyContent: 'center' }}>
          <Button
            component={Link}
            to={`/c/${encodeURIComponent(settings.id)}/new`}
            leftSection={<IconPlus size={16} />}
          >
            {texts.create(singular)}
          </Button>
          {manages && (
            <Button variant="subtle" leftSection={<IconUpload size={16} />} onClick={onImport}>
              {texts.import}
            </Button>
          )}
          <Button variant="subtle" component={Link} to={`/schemas/${encodeURIComponent(schema.id)}`}>
            {texts.schema}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Outlined>
  );
}
