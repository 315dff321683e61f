/** The objects above one in a tree, as links, from the top down. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import { treeQuery } from '../../api/tree';
import type { DraftStore } from '../../draft/draft-store';
import { shownValue } from '../../draft/read-draft';
import { useDraft } from '../../draft/useDraft';
import classes from './editor.module.css';

interface Props {
  store: DraftStore;
  settings: CollectionSettings;
}

/** Of the parent as it is stored, or of a new object as it is given. */
export function Parents({ store, settings }: Props) {
  const { id: collection, tree = '' } = settings;
  const id = useDraft(store, (draft) => (draft.isNew ? undefined : String(draft.base.id ?? '')));
  const parent = useDraft(store, (draft) => {
    const value = tree === '' ? undefined : shownValue(draft, tree);
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
