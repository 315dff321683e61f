import { Anchor, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { slug } from '#contract/names';
import { saveSchema } from '../../../api/mutations';
import { schemasQuery } from '../../../api/queries';
import { labelOf } from '../../../fields/field-rules';
import { notifyFailed } from '../../../ui/notify';
import { useBuilder } from './builder-context';
import { freeName } from './schema-edit';

const texts = {
  create: 'Create a schema for it',
  open: (id: string) => `Edit the schema “${id}” in a new tab`,
  title: 'Title',
  failed: 'Could not create the schema',
};

/** The schema of a card or of the items of a deck: a new one where none is chosen, else the way to it. */
export function NewPartSchema({ id, onCreate }: { id: string; onCreate(id: string): void }) {
  const client = useQueryClient();
  const { selected = '', draft } = useBuilder();
  const { data: schemas = [] } = useQuery(schemasQuery());
  const [busy, setBusy] = useState(false);

  async function create() {
    setBusy(true);
    const wish = slug(labelOf(selected, draft.properties[selected]));
    const name = freeName(
      schemas.map((schema) => schema.name),
      wish,
    );
    const properties = { id: { field: 'id', label: 'ID' }, title: { field: 'text', label: texts.title } };
    try {
      await saveSchema(client, {
        id: name,
        properties,
        required: ['id'],
        index: ['id'],
        formgrid: 'title',
      });
      onCreate(name);
    } catch (error) {
      notifyFailed(texts.failed, error);
    } finally {
      setBusy(false);
    }
  }

  if (id !== '') {
    return (
      <Anchor component={Link} to={`/schemas/${encodeURIComponent(id)}/edit`} target="_blank" size="xs">
        {texts.open(id)}
      </Anchor>
    );
  }
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void create()}>
      {texts.create}
    </Button>
  );
}
