/** All schemas: one's own by category, then the built-in ones. */
import { Badge, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import type { SchemaSummary } from '#contract/schemas';
import { collectionsQuery, schemasQuery } from '../api/queries';
import { CollectionIcon } from '../ui/CollectionIcon';
import { ErrorState } from '../ui/ErrorState';
import { counted } from '../ui/format';
import { Page } from '../ui/Page';
import { useRights } from '../ui/rights';
import { useCompare } from '../ui/useCompare';
import { useSlices } from '../ui/useSlices';
import { Waiting } from '../ui/Waiting';
import classes from './schemas/schemas.module.css';

const texts = {
  description: 'A schema defines the properties of an object. Every collection has one.',
  create: 'New schema',
  filter: 'Filter schemas',
  none: 'No matching schemas',
  own: 'Custom',
  builtIn: 'Built-in',
  unused: 'Unused',
  noneOfYours: 'No custom schemas yet. You can use the built-in schemas below or inherit from them.',
  partOf: (schemas: readonly string[]) =>
    schemas.length === 1 ? `Nested in ${schemas[0]}` : `Nested in ${schemas.length} schemas`,
  usedBy: (count: number) => `Used by ${counted(count, 'collection', 'collections')}`,
};

interface Group {
  name: string;
  schemas: SchemaSummary[];
}

/** Own schemas by category, then the built-in ones in one group. */
function groupsOf(schemas: readonly SchemaSummary[], compare: (a: string, b: string) => number): Group[] {
  const own = new Map<string, SchemaSummary[]>();
  for (const schema of schemas.filter((item) => !item.reserved)) {
    const name = schema.category || texts.own;
    own.set(name, [...(own.get(name) ?? []), schema]);
  }
  const groups = [...own].sort(([a], [b]) => compare(a, b)).map(([name, list]) => ({ name, schemas: list }));
  const builtIn = schemas.filter((item) => item.reserved);
  return builtIn.length === 0 ? groups : [...groups, { name: texts.builtIn, schemas: builtIn }];
}

export function Schemas() {
  const compare = useCompare();
  const schemas = useQuery(schemasQuery());
  const { manages } = useRights();
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const all = schemas.data ?? [];
  const shown = all.filter((item) =>
    `${item.title} ${item.name} ${item.description}`.toLowerCase().includes(wanted),
  );
  return (
    <Page
      description={texts.description}
      actions={
        manages && (
          <Button component={Link} to="/schemas/new" leftSection={<IconPlus size={16} />}>
            {texts.create}
          </Button>
        )
      }
    >
      {schemas.isPending && <Waiting shape="list" />}
      {schemas.isError && <ErrorState error={schemas.error} retry={() => void schemas.refetch()} />}
      {schemas.isSuccess && (
        <>
          <TextInput
            maw={320}
            leftSection={<IconFilter size={15} aria-hidden />}
            placeholder={texts.filter}
            aria-label={texts.filter}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
          {wanted === '' && all.every((item) => item.reserved) && (
            <Text size="sm" c="dimmed">
              {texts.noneOfYours}
            </Text>
          )}
          {shown.length === 0 && <Text c="dimmed">{texts.none}</Text>}
          {groupsOf(shown, compare).map((group) => (
            <Stack key={group.name} gap="xs" component="section">
              <Title order={2} size="sm" c="dimmed" fw={550}>
                {group.name}
              </Title>
              <ul className={classes.list}>
                <SchemaLines schemas={group.schemas} />
              </ul>
            </Stack>
          ))}
        </>
      )}
    </Page>
  );
}

/** So many lines are drawn at a time. */
const SLICE = 20;

function SchemaLines({ schemas }: { schemas: readonly SchemaSummary[] }) {
  const { data: collections } = useQuery(collectionsQuery());
  // A schema looks like the collection that is made of it.
  const looks = useMemo(() => new Map((collections ?? []).map((one) => [one.name, one])), [collections]);
  return useSlices(schemas, SLICE).map((slice) => (
    <LineSlice key={slice[0]?.name} schemas={slice} looks={looks} />
  ));
}

interface SliceProps {
  schemas: readonly SchemaSummary[];
  /** The collections by name. */
  looks: ReadonlyMap<string, CollectionSummary>;
}

const LineSlice = memo(function LineSlice({ schemas, looks }: SliceProps) {
  return schemas.map((schema) => (
    <li key={schema.name}>
      <SchemaLine schema={schema} look={looks.get(schema.usedBy[0] ?? '')} />
    </li>
  ));
});

interface LineProps {
  schema: SchemaSummary;
  look: CollectionSummary | undefined;
}

function SchemaLine({ schema, look }: LineProps) {
  const { usedBy, partOf } = schema;
  const uses = [
    ...(usedBy.length > 0 ? [texts.usedBy(usedBy.length)] : []),
    ...(partOf.length > 0 ? [texts.partOf(partOf)] : []),
  ];
  return (
    <Link to={`/schemas/${encodeURIComponent(schema.name)}`} className={classes.line}>
      <CollectionIcon of={look ?? { schema: schema.name }} size={18} />
      <span className={classes.words}>
        <span className={classes.name}>{schema.title}</span>
        <span className={classes.description}>{schema.description || schema.name}</span>
      </span>
      {schema.reserved && (
        <Badge variant="default" tt="none" fw={500} className={classes.badge}>
          {texts.builtIn}
        </Badge>
      )}
      <span className={classes.usedBy} data-unused={uses.length === 0 || undefined}>
        {uses.length === 0 ? texts.unused : uses.join(', ')}
      </span>
    </Link>
  );
}
