/** What becomes of a group of items: its collection, and a property and a kind for each field. */
import { Checkbox, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IMPORTED_KINDS, isImportedKind, type MappedField, type MappedGroup } from '#contract/imports';
import type { CollectionSummary } from '#contract/objects';
import { schemaQuery } from '../../api/queries';
import { fieldKinds } from '../../fields';
import { counted } from '../../ui/format';
import { targetsOf } from '../transfer/mapping';
import { CollectionChoice } from './CollectionChoice';
import classes from './source-import.module.css';

const texts = {
  import: (name: string) => `Import “${name}”`,
  items: (count: number) => counted(count, 'item', 'items'),
  columns: ['Field', 'Becomes', 'Examples'] as const,
  skip: 'Skip',
  id: 'ID of the object',
  target: (field: string) => `What becomes of “${field}”`,
  relation: (kind: string, group: string) => `${kind}: names ${group}`,
  property: (name: string) => `Property “${name}”`,
  filled: (count: number) => `in ${counted(count, 'item', 'items')}`,
};

const SKIP = '';
const ID = 'id:';

interface Props {
  group: MappedGroup;
  collections: readonly CollectionSummary[];
  isTyped: boolean;
  onTyped: (isTyped: boolean) => void;
  onChange: (group: MappedGroup) => void;
}

/** A name for a property that was to be skipped. */
function propertyName(field: string): string {
  const plain = field.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^[^A-Za-z]+/, '');
  return plain === '' || ['id', 'created', 'modified'].includes(plain) ? `field_${plain}` : plain;
}

const collectionId = (group: string): string =>
  group
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** The field with what was chosen for it. */
function chosen(
  { from, relation, count, samples, ...field }: MappedField,
  value: string,
  exists: boolean,
): MappedField {
  const shown = { from, ...(count !== undefined && { count }), ...(samples && { samples }) };
  if (value === SKIP) return { ...shown, to: null };
  if (value === ID) return { ...shown, to: 'id' };
  if (exists) return { ...shown, to: value, ...(relation !== undefined && { relation }) };
  const to = field.to === null || field.to === 'id' ? propertyName(from) : field.to;
  const keepsRelation = relation !== undefined && /select$/.test(value);
  return {
    ...shown,
    to,
    ...(isImportedKind(value) && { kind: value }),
    ...(field.label !== undefined && { label: field.label }),
    ...(keepsRelation && { relation }),
  };
}

export function GroupMapping({ group, collections, isTyped, onTyped, onChange }: Props) {
  const { from, count, collection, fields } = group;
  // The schema of a collection that is there decides.
  const exists = collections.some(({ name }) => name === collection);
  const schema = useQuery({ ...schemaQuery(collection ?? ''), enabled: exists && collection !== null });
  const targets = schema.data ? targetsOf(schema.data, []).filter(({ name }) => name !== 'id') : [];
  const kinds = IMPORTED_KINDS.map((kind) => ({ value: kind, label: fieldKinds[kind].builder.label }));
  const properties = targets.map(({ name, label }) => ({
    value: name,
    label: label === name ? name : `${label} (${name})`,
  }));
  const data = [
    { value: SKIP, label: texts.skip },
    { value: ID, label: texts.id },
    ...(exists ? properties : kinds),
  ];
  const selected = ({ to, kind }: MappedField) =>
    to === null ? SKIP : to === 'id' ? ID : exists ? to : (kind ?? 'text');
  const change = (field: MappedField, value: string) =>
    onChange({ ...group, fields: fields.map((one) => (one === field ? chosen(one, value, exists) : one)) });
  return (
    <section className={classes.group} aria-label={from}>
      <div className={classes.head}>
        <Checkbox
          label={texts.import(from)}
          checked={collection !== null}
          onChange={(event) => {
            onTyped(false);
            onChange({
              ...group,
              collection: event.currentTarget.checked ? (group.schema ?? collectionId(from)) : null,
            });
          }}
        />
        {count !== undefined && (
          <Text size="sm" c="dimmed">
            {texts.items(count)}
          </Text>
        )}
      </div>
      {collection !== null && (
        <Stack gap="sm">
          <CollectionChoice
            group={group}
            collections={collections}
            isTyped={isTyped}
            onTyped={onTyped}
            onChange={onChange}
          />
          <Table.ScrollContainer minWidth={480} className="framed">
            <Table verticalSpacing={6} horizontalSpacing="sm" layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  {texts.columns.map((label) => (
                    <Table.Th key={label}>{label}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {fields.map((field) => (
                  <Table.Tr key={field.from}>
                    <Table.Td>
                      <Text size="sm" fw={500} className="truncate" title={field.from}>
                        {field.from}
                      </Text>
                      {field.count !== undefined && (
                        <Text size="xs" c="dimmed">
                          {texts.filled(field.count)}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      <NativeSelect
                        aria-label={texts.target(field.from)}
                        size="xs"
                        data={data}
                        value={selected(field)}
                        onChange={(event) => change(field, event.currentTarget.value)}
                      />
                      <Note field={field} exists={exists} />
                    </Table.Td>
                    <Table.Td>
                      {(field.samples ?? []).map((sample) => (
                        <Text key={sample} size="xs" c="dimmed" className="truncate" title={sample}>
                          {sample}
                        </Text>
                      ))}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Stack>
      )}
    </section>
  );
}

/** What the select does not show: the name of the property, or the group a relation leads to. */
function Note({ field: { from, to, kind, relation }, exists }: { field: MappedField; exists: boolean }) {
  if (to === null || to === 'id') return null;
  const label = kind && fieldKinds[kind].builder.label;
  const note =
    relation === undefined
      ? !exists && to !== from
        ? texts.property(to)
        : undefined
      : texts.relation(label ?? texts.property(to), relation);
  return note === undefined ? null : (
    <Text size="xs" c="dimmed" mt={2}>
      {note}
    </Text>
  );
}
