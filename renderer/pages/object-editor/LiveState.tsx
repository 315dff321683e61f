/** Where the object stands as it is stored, in a collection that publishes. */
import { useQuery } from '@tanstack/react-query';
import { collectionsQuery } from '../../api/queries';
import { statesQuery } from '../../api/states';
import type { DraftStore } from '../../draft/draft-store';
import { useDraft } from '../../draft/useDraft';
import { StateMark } from '../../ui/StateMark';

export function LiveState({ store, collection }: { store: DraftStore; collection: string }) {
  const id = useDraft(store, (draft) => String(draft.base.id ?? ''));
  const summary = useQuery(collectionsQuery()).data?.find(({ name }) => name === collection);
  const { data } = useQuery({
    ...statesQuery(collection, [id]),
    enabled: id !== '' && summary?.publishes === true,
  });
  const state = data?.objects[id];
  if (!state) return null;
  // The line of places puts a mark before each of its parts.
  return (
    <span>
      <StateMark of={state} />
    </span>
  );
}
