/** A new collection: a name, the id it becomes, and the schema its objects follow. */
import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { idProblem, RESERVED_COLLECTION_IDS, slug } from '#contract/names';
import { problemsOf } from '../../api/client';
import { createCollection } from '../../api/mutations';
import { schemasQuery } from '../../api/queries';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { firstOptionsWith } from '../../ui/first-options';

const texts = {
  title: 'New collection',
  name: 'Name',
  namePlaceholder: 'Blog, Products, Team…',
  id: 'ID',
  idHint: (id: string) =>
    id === '' ? 'Used for the folder and the URL.' : `Folder “${id}”, URL /api/collections/${id}`,
  reserved: (id: string) => `“${id}” is reserved`,
  schema: 'Schema',
  schemaHint: 'Defines the fields of each object. A collection has one schema.',
  own: 'Custom',
  builtIn: 'Built-in',
  category: 'Category',
  categoryHint: 'Optional. Groups collections in the sidebar.',
  create: 'Create',
  failed: 'Could not create the collection',
};

interface Props {
  opened: boolean;
  onClose: () => void;
}

export function NewCollectionDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title}>
      <NewCollectionForm onClose={onClose} />
    </Modal>
  );
}

function NewCollectionForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: schemas = [] } = useQuery(schemasQuery());
  const [name, setName] = useState('');
  /** Undefined while it follows the name. */
  const [ownId, setOwnId] = useState<string>();
  const [schema, setSchema] = useState<string | null>(null);
  const [category, setCategory] = useState('');
  const id = ownId ?? slug(name);
  const create = useMutation({
    mutationFn: () =>
      createCollection(client, { id, name: name.trim(), schema: schema ?? '', category: category.trim() }),
    onSuccess: async () => {
      onClose();
      await navigate(`/c/${encodeURIComponent(id)}`);
    },
  });
  const details = problemsOf(create.error);
  const problem = RESERVED_COLLECTION_IDS.has(id) ? texts.reserved(id) : idProblem(id);
  const option = (item: { name: string; title: string }) => ({ value: item.name, label: item.title });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined && schema !== null) create.mutate();
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FormFailure title={texts.failed} error={create.error} />
        <TextInput
          label={texts.name}
          placeholder={texts.namePlaceholder}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={details.name?.join(' ')}
          required
          data-autofocus
        />
        <TextInput
          label={texts.id}
          value={id}
          onChange={(event) => setOwnId(event.currentTarget.value)}
          description={texts.idHint(id)}
          error={details.id?.join(' ') ?? (id === '' ? undefined : problem)}
          spellCheck={false}
          required
        />
        <Select
          label={texts.schema}
          description={texts.schemaHint}
          data={[
            { group: texts.own, items: schemas.filter((item) => !item.reserved).map(option) },
            { group: texts.builtIn, items: schemas.filter((item) => item.reserved).map(option) },
          ].filter((group) => group.items.length > 0)}
          value={schema}
          onChange={setSchema}
          error={details.schema?.join(' ')}
          filter={firstOptionsWith(schema)}
          searchable
          required
          allowDeselect={false}
        />
        <TextInput
          label={texts.category}
          description={texts.categoryHint}
          value={category}
          onChange={(event) => setCategory(event.currentTarget.value)}
          error={details.category?.join(' ')}
        />
        <DialogFoot
          onCancel={onClose}
          submit={texts.create}
          busy={create.isPending}
          disabled={problem !== undefined || schema === null || name.trim() === ''}
        />
      </Stack>
    </form>
  );
}
