/** The objects above one in a tree, as links, from the top down. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import { treeQuery } from '../../api/tree';
import type { FormStore } from '../../unsaved/form-store';
import { shownValue } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';
import classes from './editor.module.css';

interface Props {
  store: FormStore;
  settings: CollectionSettings;
}

/** Of the parent as it is stored, or of a new object as it is given. */
export function Parents({ store, settings }: Props) {
  const { id: collection, tree = '' } = settings;
  const id = useFormState(store, (state) => (state.isNew ? undefined : String(state.base.id ?? '')));
  const parent = useFormState(store, (state) => {
    const value = tree === '' ? undefined : shownValue(state, tree);
    return typeof value === 'string' ? value : '';
  });
  const { data } = useQuery({
    ...treeQuery(collection, { parent, limit: 1 }),
    enabled: tree !== '' && parent !== '' && parent !== id,
    retry: false,
  });
  if (parent === '' || parent === id) return null;
  // An object in a cycle is above itself.
  const above = data?.path.filter((one) => one.id !== id) ?? [];
  return above.map((one) => (
    <Anchor
      key={one.id}
      component={Link}
      to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(one.id)}`}
      size="xs"
      c="dimmed"
      className={classes.back ?? ''}
    >
      <span className={classes.parent} title={one.title}>
        {one.title}
      </span>
    </Anchor>
  ));
}
