/** One schema to read: its properties, how its form is laid out, who uses it. */
import { Anchor, Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '../api/client';
import { collectionsQuery, schemaByIdQuery, schemasQuery } from '../api/queries';
import { translatedSchema } from '../api/server-texts';
import { ErrorState } from '../ui/ErrorState';
import { LoadMore } from '../ui/LoadMore';
import { Page } from '../ui/Page';
import { useRights } from '../ui/rights';
import { useFirstItems } from '../ui/useFirstItems';
import { Waiting } from '../ui/Waiting';
import { NotFound } from './NotFound';
import { FormPreview } from './schemas/FormPreview';
import { PropertyTable } from './schemas/PropertyTable';
import { SchemaActions } from './schemas/SchemaActions';

const texts = {
  missing: (id: string) => `Schema “${id}” not found`,
  builtIn: 'Built-in',
  usedBy: 'Used by',
  unused: 'Not used by any collection.',
  noCollection: 'Not used directly by any collection.',
  partOf: 'Nested in',
  inherits: 'Inherits from',
  properties: 'Properties',
  form: 'Form',
};

export function Schema() {
  const { id = '' } = useParams();
  const { manages } = useRights();
  const schema = useQuery(schemaByIdQuery(id));
  const { data: schemas = [] } = useQuery(schemasQuery());
  const { data: collections = [] } = useQuery(collectionsQuery());

  if (schema.error instanceof ApiError && schema.error.status === 404)
    return <NotFound message={texts.missing(id)} />;
  if (schema.isError) return <ErrorState error={schema.error} retry={() => void schema.refetch()} />;
  if (schema.isPending)
    return (
      <Box p="xl">
        <Waiting shape="table" />
      </Box>
    );

  const data = translatedSchema(schema.data);
  const { usedBy = [], partOf = [] } = schemas.find((item) => item.name === id) ?? {};
  const titles = new Map(collections.map((item) => [item.name, item.title]));
  const labelOf = (name: string): string => {
    const label = data.properties[name]?.label;
    return typeof label === 'string' && label !== '' ? label : name;
  };

  return (
    <Page
      title={data.title}
      beside={
        data.reserved && (
          <Badge variant="default" tt="none" fw={500}>
            {texts.builtIn}
          </Badge>
        )
      }
      description={data.description}
      actions={manages && <SchemaActions id={id} schema={data} />}
    >
      <Stack gap={4}>
        <References
          label={texts.usedBy}
          none={partOf.length === 0 ? texts.unused : texts.noCollection}
          items={usedBy.map((name) => [`/c/${encodeURIComponent(name)}`, titles.get(name) ?? name])}
        />
        {partOf.length > 0 && (
          <References
            label={texts.partOf}
            none=""
            items={partOf.map((name) => [`/schemas/${encodeURIComponent(name)}`, name])}
          />
        )}
        {data.inheritFrom.length > 0 && (
          <References
            label={texts.inherits}
            none=""
            items={data.inheritFrom.map((name) => [`/schemas/${encodeURIComponent(name)}`, name])}
          />
        )}
      </Stack>
      <Stack gap="xs" component="section">
        <Title order={2}>{texts.properties}</Title>
        <PropertyTable schema={data} labelOf={labelOf} />
      </Stack>
      <Stack gap="xs" component="section">
        <Title order={2}>{texts.form}</Title>
        <FormPreview schema={data} labelOf={labelOf} />
      </Stack>
    </Page>
  );
}

interface ReferencesProps {
  label: string;
  none: string;
  items: readonly [to: string, label: string][];
}

/** Shown at first, and more with each press. */
const SHOWN = 50;

function References({ label, none, items }: ReferencesProps) {
  const { shown, more } = useFirstItems(items, SHOWN);
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" c="dimmed" w={104}>
          {label}
        </Text>
        {items.length === 0 && <Text size="sm">{none}</Text>}
        {shown.map(([to, text]) => (
          <Anchor key={to} component={Link} to={to} size="sm">
            {text}
          </Anchor>
        ))}
      </Group>
      <LoadMore {...more} />
    </div>
  );
}
