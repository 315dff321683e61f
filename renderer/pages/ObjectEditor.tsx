/** The form of one object, or of a new one. */
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import { ApiError } from '../api/client';
import { partSchemasQuery } from '../api/part-schemas';
import { collectionSettingsQuery, objectQuery, schemaQuery } from '../api/queries';
import { useLive } from '../api/useChanges';
import { ShownSet } from '../fields/shown-set';
import { ErrorState } from '../ui/ErrorState';
import { RequireRight } from '../ui/rights';
import { Waiting } from '../ui/Waiting';
import { useFolder } from '../unsaved/useFolder';
import { Editor } from './object-editor/Editor';
import classes from './object-editor/editor.module.css';
import { MissingObject } from './object-editor/MissingObject';
import { useObjectSets } from './object-editor/useObjectSets';

/** How often the folder is asked whether the open object has changed while it does not tell by itself, in milliseconds. */
const LOOK_AGAIN = 4_000;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * One key per editing session: another object is another session, but an object just created goes on in the one
 * that created it, so that focus and half-typed text stay.
 */
function useSessionKey(collection: string, id: string | undefined): string {
  const { key, state } = useLocation();
  const stays: unknown = state?.stay;
  const own = `${collection}/${id ?? `new ${key}`}`;
  const session = useRef({ own, address: own });
  if (own !== session.current.address) {
    session.current = stays === true ? { own: session.current.own, address: own } : { own, address: own };
  }
  return session.current.own;
}

export function ObjectEditor() {
  const { collection = '', id } = useParams();
  return (
    <RequireRight needs={collection === AUTOMATIONS ? 'manages' : undefined}>
      <ObjectForm collection={collection} id={id} />
    </RequireRight>
  );
}

function ObjectForm({ collection, id }: { collection: string; id: string | undefined }) {
  const session = useSessionKey(collection, id);
  const live = useLive();
  const folder = useFolder();
  const settings = useQuery(collectionSettingsQuery(collection));
  const schema = useQuery(schemaQuery(collection));
  const partSchemas = useQuery(partSchemasQuery(schema.data));
  const sets = useObjectSets(session, { collection, id, settings: settings.data, live });
  const { set, change } = sets;
  const object = useQuery({
    // What a set will delete is shown as it is live.
    ...objectQuery(collection, id ?? '', change?.change === 'remove' ? undefined : set),
    enabled: id !== undefined && sets.ready,
    refetchInterval: live ? false : LOOK_AGAIN,
    refetchOnWindowFocus: 'always',
    // The form stays while the same object is read through another set, or live again.
    placeholderData: (before, query) => (query?.queryKey[3] === id ? before : undefined),
  });

  const error =
    settings.error ?? schema.error ?? partSchemas.error ?? (id === undefined ? null : object.error);
  const ready =
    settings.data !== undefined &&
    schema.data !== undefined &&
    partSchemas.data !== undefined &&
    folder !== undefined &&
    (id === undefined || object.data !== undefined);
  if (ready) {
    return (
      <ShownSet value={set}>
        <Editor
          key={session}
          folder={folder}
          settings={settings.data}
          schema={schema.data}
          partSchemas={partSchemas.data}
          latest={id === undefined ? undefined : object.data}
          gone={id !== undefined && isMissing(object.error)}
          sets={sets}
        />
      </ShownSet>
    );
  }
  if (isMissing(error)) {
    return (
      <MissingObject {...{ collection, id: id ?? '', schema: schema.data, partSchemas: partSchemas.data }} />
    );
  }
  if (error !== null) return <ErrorState error={error} retry={() => void object.refetch()} />;
  return (
    <div className={classes.editor} aria-busy="true">
      <Stack pt={24}>
        <Waiting shape="page" />
      </Stack>
    </div>
  );
}

export default ObjectEditor;
