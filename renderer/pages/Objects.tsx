/** The objects of a collection. A singleton has no list: it goes straight to its object. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Navigate, useParams } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import { SHARED_DRAFT } from '#contract/set-names';
import type { SavedViews } from '#contract/views';
import { ApiError } from '../api/client';
import { collectionSettingsQuery, objectsPageQuery, schemaQuery } from '../api/queries';
import { viewsQuery } from '../api/views';
import { ErrorState } from '../ui/ErrorState';
import { useRights } from '../ui/rights';
import { NotFound } from './NotFound';
import { ListSkeleton } from './objects/ListSkeleton';
import { ObjectList } from './objects/ObjectList';

const texts = { missing: (collection: string) => `Collection “${collection}” not found` };

/** A list works without its views. */
const NO_VIEWS: SavedViews = { views: [], default: null };

export function Objects() {
  const { collection = '' } = useParams();
  const settings = useQuery(collectionSettingsQuery(collection));
  const schema = useQuery(schemaQuery(collection));
  const views = useQuery(viewsQuery(collection));
  const error = settings.error ?? schema.error;
  // Without its views a list would show everything at first, and another list a moment later.
  const isReady = settings.data && schema.data && (settings.data.singleton || !views.isPending);
  // A list is drawn in slices, between which the page answers.
  const drawn = useDeferredValue(isReady && collection);

  if (error instanceof ApiError && error.status === 404)
    return <NotFound message={texts.missing(collection)} />;
  if (settings.data && schema.data && isReady) {
    if (drawn !== collection) return <ListSkeleton />;
    return settings.data.singleton ? (
      <Singleton settings={settings.data} />
    ) : (
      <ObjectList
        key={collection}
        settings={settings.data}
        schema={schema.data}
        views={views.data ?? NO_VIEWS}
      />
    );
  }
  if (error) {
    return (
      <ErrorState
        error={error}
        retry={() => {
          void settings.refetch();
          void schema.refetch();
        }}
      />
    );
  }
  return <ListSkeleton />;
}

/** Leads to the one object of a singleton, or to the form that makes it. */
function Singleton({ settings: { id: collection, saves } }: { settings: CollectionSettings }) {
  const { edits } = useRights();
  const set = edits && saves === 'draft' ? SHARED_DRAFT : undefined;
  const only = useQuery(objectsPageQuery(collection, { offset: 0, limit: 1, set }));
  if (only.isError) return <ErrorState error={only.error} retry={() => void only.refetch()} />;
  if (only.data === undefined) return <ListSkeleton />;
  const id = only.data.objects[0]?.id;
  const place = typeof id === 'string' ? encodeURIComponent(id) : 'new';
  return <Navigate to={`/c/${encodeURIComponent(collection)}/${place}`} replace />;
}
