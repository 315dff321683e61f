/** The collection a group goes into: one that is there, or a new one. */
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MappedField, MappedGroup } from '#contract/imports';
import type { CollectionSummary } from '#contract/objects';
import { schemaQuery } from '../../api/queries';
import { CollectionSelect } from '../../ui/CollectionSelect';
import { targetsOf } from '../transfer/mapping';
import classes from './source-import.module.css';

const texts = {
  collection: 'Collection',
  create: 'New collection…',
  id: 'ID of the new collection',
  taken: 'There is a collection with this ID. Choose it from the list.',
};

const NEW = '';

interface Props {
  group: MappedGroup;
  collections: readonly CollectionSummary[];
  /** The ID of a new collection was typed, which may be one that is there. */
  isTyped: boolean;
  onTyped: (isTyped: boolean) => void;
  onChange: (group: MappedGroup) => void;
}

/** The field as the properties of a schema allow: the property of its name, or none. */
function fitted(field: MappedField, names: ReadonlySet<string>): MappedField {
  const { from, to, kind: _kind, label: _label, ...rest } = field;
  if (to === 'id' || (to !== null && names.has(to))) return { from, to, ...rest };
  return { from, to: names.has(from) ? from : null, ...rest };
}

export function CollectionChoice({ group, collections, isTyped, onTyped, onChange }: Props) {
  const client = useQueryClient();
  const id = group.collection ?? '';
  const exists = collections.some(({ name }) => name === id);
  const isNew = isTyped || !exists;
  // The kinds of new properties, for the way back.
  const [proposed] = useState(group);
  /** With a new collection; its schema has the same ID where none was proposed. */
  const named = (one: MappedGroup, collection: string): MappedGroup => ({
    ...one,
    collection,
    schema: proposed.schema ?? collection,
  });
  const choose = async (value: string) => {
    if (value === NEW) {
      onTyped(true);
      onChange(named(proposed, proposed.schema ?? ''));
      return;
    }
    const schema = await client.ensureQueryData(schemaQuery(value));
    const names = new Set(targetsOf(schema, []).map(({ name }) => name));
    onTyped(false);
    onChange({ ...group, collection: value, fields: group.fields.map((field) => fitted(field, names)) });
  };
  const choices = [
    { name: NEW, title: texts.create },
    ...collections.map(({ name, title }) => ({ name, title: title === name ? name : `${title} (${name})` })),
  ];
  return (
    <div className={classes.collection}>
      <CollectionSelect
        label={texts.collection}
        collections={choices}
        value={isNew ? NEW : id}
        onChange={(value) => void choose(value ?? NEW)}
        allowDeselect={false}
      />
      {isNew && (
        <TextInput
          label={texts.id}
          value={id}
          error={exists ? texts.taken : undefined}
          onChange={(event) => {
            onTyped(true);
            onChange(named(group, event.currentTarget.value));
          }}
        />
      )}
    </div>
  );
}
