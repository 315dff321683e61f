import { type HotkeyItem, useElementSize, useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import type { OpenObject } from '#contract/unsaved';
import type { JsonObject } from '#contract/values';
import type { ObjectWithTag } from '../../api/queries';
import { initialValues } from '../../fields';
import type { PartSchemas } from '../../fields/form-context';
import { mergeFieldsOf } from '../../fields/merge-fields';
import { sensitiveProperties } from '../../fields/sensitive';
import { focusField, focusFirst } from '../../form/focus-field';
import { ObjectForm } from '../../form/ObjectForm';
import { useRights } from '../../ui/rights';
import { titleOf } from '../../ui/title-of';
import { openForm } from '../../unsaved/form';
import { createFormStore, type FormStore } from '../../unsaved/form-store';
import { createTurns, type InTurn } from '../../unsaved/turns';
import { type UndoStore, withUndo } from '../../unsaved/undo';
import type { FormOwner } from '../../unsaved/useFolder';
import { useFormState } from '../../unsaved/useFormState';
import { type Recovery, useJournal } from '../../unsaved/useJournal';
import { useWanted } from '../../unsaved/useWanted';
import { CompareDialog } from '../change-sets/CompareDialog';
import { SuggestionBanners, WithSuggestions } from '../change-sets/Suggestions';
import { HistoryDrawer } from '../history/HistoryDrawer';
import { formTarget } from '../history/restore-target';
import { BesidePreview } from '../preview/BesidePreview';
import {
  ConflictsBanner,
  FailureBanner,
  MergedBanner,
  NotOnServer,
  OutsideBanner,
  SuggestBanner,
} from './Banners';
import { ConflictDialog } from './ConflictDialog';
import { companionOf } from './companions';
import { DraftBanner } from './DraftBanner';
import { EditorHeader } from './EditorHeader';
import { ErrorSummary } from './ErrorSummary';
import classes from './editor.module.css';
import { JsonDialog } from './JsonDialog';
import { KeptChanges } from './KeptChanges';
import { LeaveGuard } from './LeaveGuard';
import { MissingLinks } from './MissingLinks';
import { OldProblems } from './OldProblems';
import { Present } from './Present';
import { presetIn } from './preset';
import { RenameDialog } from './RenameDialog';
import { useUndoKeys } from './UndoButtons';
import { useEditorActions } from './useEditorActions';
import { useFieldCommands } from './useFieldCommands';
import { useNeighbours } from './useNeighbours';
import { useObjectFiles } from './useObjectFiles';
import type { ObjectSets } from './useObjectSets';
import { usePresence } from './usePresence';
import { WindowDrop } from './WindowDrop';

interface Props {
  folder: FormOwner;
  settings: CollectionSettings;
  schema: SchemaDefinition;
  partSchemas: PartSchemas;
  /** The object as last seen in the folder; undefined for a new one. */
  latest: ObjectWithTag | undefined;
  /** The object was there and is no more. */
  gone: boolean;
  sets: ObjectSets;
}

function storeOf({
  schema,
  partSchemas,
  latest,
  preset,
}: Pick<Props, 'schema' | 'partSchemas' | 'latest'> & { preset: JsonObject }): UndoStore {
  const properties = Object.keys(schema.properties);
  const { object, etag } = latest ?? { object: initialValues(schema), etag: undefined };
  const fields = mergeFieldsOf(schema.properties, partSchemas);
  return withUndo(createFormStore(openForm(properties, object, etag, fields, latest ? {} : preset)));
}

/** The form of one object with everything round it. One store for its whole life. */
export function Editor({ folder, settings, schema, partSchemas, latest, gone, sets }: Props) {
  const collection = settings.id;
  const { state } = useLocation();
  const [store] = useState(() => storeOf({ schema, partSchemas, latest, preset: presetIn(state, schema) }));
  const id = useFormState(store, (state) => (state.isNew ? undefined : String(state.base.id ?? '')));
  const sensitive = useMemo(() => sensitiveProperties(schema, partSchemas), [schema, partSchemas]);
  const recovery = useJournal(store, { ...folder, collection, id }, sensitive);
  useWanted({ ...recovery, collection });
  const present = usePresence(recovery.form, collection, id);
  const neighbours = useNeighbours(collection, id, settings, schema);
  const beside = useRef(neighbours);
  beside.current = neighbours;
  const dialogs = useDialogs();
  const leaving = useRef(false);
  const [inTurn] = useState(createTurns);
  const [target] = useState(() => formTarget(store, inTurn));
  const through = useRef(sets);
  through.current = sets;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { actions, save } = useEditorActions({
    client,
    navigate,
    store,
    settings,
    schema,
    leaving,
    ...dialogs.on,
    sets: through,
    inTurn,
    neighbours: beside,
  });

  const rights = useRights();
  // What will be deleted can be kept first, and then changed.
  const edits = (rights.edits || rights.suggests) && sets.change?.change !== 'remove';
  const own = useObjectFiles(store, { collection, save, inTurn, sets: through });
  // A suggestion cannot bring files.
  const files = rights.edits ? own : undefined;

  useFollowed(store, latest, gone);
  useEditorKeys(actions, neighbours, edits);
  useUndoKeys(store, edits);
  useFieldCommands(schema);

  const top = useElementSize();
  const Companion = companionOf(collection);
  const form = (
    <>
      <WithSuggestions {...{ collection, id, schema, inTurn, sets }} parts={partSchemas}>
        <ObjectForm {...{ collection, schema, partSchemas, store, files }} locked={!edits} />
      </WithSuggestions>
      <FirstFocus store={store} />
    </>
  );
  return (
    <BesidePreview {...{ store, settings, id }}>
      <div
        className={classes.editor}
        // What sticks to the top inside the form stays below this.
        style={{ '--plinth-top': `${top.height}px` } as CSSProperties}
        data-locked={!edits || undefined}
        data-plain={schema.formgrid === undefined || schema.formgrid === '' || undefined}
      >
        <div ref={top.ref} className={classes.top}>
          <EditorHeader
            store={store}
            settings={settings}
            neighbours={neighbours}
            actions={actions}
            sets={sets}
          />
          <Outside {...{ store, collection, neighbours, leaving, actions }} />
          <MergedBanner store={store} schema={schema} />
          <FailureBanner store={store} onRetry={actions.save} />
        </div>
        <Notices
          {...{ store, settings, schema, partSchemas, id, recovery, present, sets, actions, inTurn }}
          edits={rights.edits}
        />
        {Companion === undefined ? (
          form
        ) : (
          <Suspense>
            <Companion store={store} id={id} save={save}>
              {form}
            </Companion>
          </Suspense>
        )}
        {edits && files && <WindowDrop store={store} schema={schema} files={files} />}
        <EditorDialogs
          {...{ store, settings, schema, partSchemas, latest, gone, id, edits, target, leaving }}
          {...{ save, actions, sets, dialogs, inTurn }}
        />
      </div>
    </BesidePreview>
  );
}

type EditorActions = ReturnType<typeof useEditorActions>['actions'];
type Neighbours = ReturnType<typeof useNeighbours>;

/** Which dialogs of the form are open. */
function useDialogs() {
  const [json, onJson] = useState(false);
  const [rename, onRename] = useState(false);
  const [compare, onCompare] = useState(false);
  return { opened: { json, rename, compare }, on: { onJson, onRename, onCompare } };
}

interface DialogsProps extends Pick<Props, 'settings' | 'schema' | 'partSchemas' | 'latest' | 'gone'> {
  store: FormStore;
  id: string | undefined;
  edits: boolean;
  target: ReturnType<typeof formTarget>;
  leaving: RefObject<boolean>;
  save: ReturnType<typeof useEditorActions>['save'];
  actions: EditorActions;
  sets: ObjectSets;
  dialogs: ReturnType<typeof useDialogs>;
  inTurn: InTurn;
}

/** What opens over the form or beside it. */
function EditorDialogs({
  store,
  settings,
  schema,
  partSchemas,
  latest,
  gone,
  id,
  edits,
  ...rest
}: DialogsProps) {
  const { target, leaving, save, actions, sets, dialogs, inTurn } = rest;
  const { opened, on } = dialogs;
  const collection = settings.id;
  const hasHistory = useRights().edits && edits;
  return (
    <>
      <ConflictDialog store={store} schema={schema} partSchemas={partSchemas} onKeepMine={actions.save} />
      <LeaveGuard store={store} leaving={leaving} onSave={async () => (await save()) === 'saved'} />
      {hasHistory && id !== undefined && (
        <HistoryDrawer
          {...{ collection, id, schema, parts: partSchemas, target }}
          set={sets.shown}
          title={titleOf(latest?.object ?? { id })}
          now={gone ? undefined : latest?.object}
        />
      )}
      {opened.rename && id !== undefined && (
        <RenameDialog {...{ collection, id, store, save, leaving }} onClose={() => on.onRename(false)} />
      )}
      {hasHistory && id !== undefined && sets.changedIn !== undefined && (
        <CompareDialog
          {...{ collection, id, schema }}
          set={sets.changedIn.id}
          kind={sets.changedIn.kind}
          parts={partSchemas}
          title={titleOf(latest?.object ?? { id })}
          inTurn={inTurn}
          opened={opened.compare}
          onClose={() => on.onCompare(false)}
        />
      )}
      <JsonDialog opened={opened.json} onClose={() => on.onJson(false)} object={latest?.object ?? {}} />
    </>
  );
}

interface OutsideProps {
  store: FormStore;
  collection: string;
  neighbours: Neighbours;
  leaving: RefObject<boolean>;
  actions: EditorActions;
}

/** What was changed elsewhere while the form has unsaved changes. */
function Outside({ store, collection, neighbours, leaving, actions }: OutsideProps) {
  const navigate = useNavigate();
  return (
    <OutsideBanner
      store={store}
      onClose={() => {
        leaving.current = true;
        void navigate({ pathname: `/c/${encodeURIComponent(collection)}`, search: neighbours.search });
      }}
      onCreateAgain={() => {
        store.dispatch({ type: 'madeNew' });
        actions.save();
      }}
    />
  );
}

/** The keys of the editor; those that change something only for those who may. */
function useEditorKeys(actions: EditorActions, neighbours: Neighbours, edits: boolean): void {
  const { suggests } = useRights();
  const direct: HotkeyItem[] = [
    ['mod+shift+S', actions.publish],
    ['mod+D', actions.duplicate],
  ];
  const editing: HotkeyItem[] = [
    ['mod+S', actions.save],
    ...(suggests ? [] : direct),
    // Rich text breaks its line with it, and has said so by then.
    ['mod+Enter', (event) => !event.defaultPrevented && actions.saveAndNext(), { preventDefault: false }],
  ];
  useHotkeys(
    [
      ...(edits ? editing : []),
      ['alt+ArrowUp', () => neighbours.previous !== undefined && actions.open(neighbours.previous)],
      ['alt+ArrowDown', () => neighbours.next !== undefined && actions.open(neighbours.next)],
    ],
    [],
    true,
  );
}

/** Tells the form what the folder holds: a clean form follows, a dirty one shows it. */
function useFollowed(store: FormStore, latest: ObjectWithTag | undefined, gone: boolean): void {
  useEffect(() => {
    if (gone) store.dispatch({ type: 'gone', whileSaving: false });
    else if (latest !== undefined) {
      store.dispatch({ type: 'refreshed', object: latest.object, etag: latest.etag });
    }
  }, [store, latest, gone]);
}

interface NoticesProps extends Pick<Props, 'settings' | 'schema' | 'partSchemas'> {
  store: FormStore;
  id: string | undefined;
  recovery: Recovery;
  edits: boolean;
  present: readonly OpenObject[];
  sets: ObjectSets;
  actions: EditorActions;
  inTurn: InTurn;
}

/** What is to be known before the form is filled in. */
function Notices({ store, settings, schema, id, recovery, edits, present, ...more }: NoticesProps) {
  const { partSchemas, inTurn, ...draft } = more;
  const collection = settings.id;
  const navigate = useNavigate();
  const { role } = useRights();
  const etag = useFormState(store, (state) => state.etag);
  const base = useFormState(store, (state) => state.base);
  return (
    <div className={classes.notices}>
      <Present open={present} />
      {edits ? (
        <DraftBanner {...draft} savesLive={settings.saves !== 'draft'} isNew={id === undefined} />
      ) : (
        <SuggestBanner role={role} change={draft.sets.change} onWithdraw={draft.actions.withdraw} />
      )}
      {id !== undefined && (
        <SuggestionBanners
          {...{ collection, id, schema, inTurn }}
          parts={partSchemas}
          sets={draft.sets}
          title={titleOf(base)}
        />
      )}
      <ConflictsBanner collection={collection} id={id} />
      <KeptChanges
        settings={settings}
        kept={recovery.kept}
        etag={etag}
        isNew={id === undefined}
        base={id === undefined ? undefined : base}
        onDiscard={recovery.discard}
        onRestore={(key) => {
          // Unsaved changes of a new object are another object than the one begun here: they get a form of its own.
          if (id !== undefined) recovery.restore(key);
          else
            void navigate(`/c/${encodeURIComponent(collection)}/new`, {
              state: { unsaved: key },
            });
        }}
      />
      {id !== undefined && <MissingLinks collection={collection} id={id} />}
      {edits && id !== undefined && <OldProblems {...{ store, schema, collection, id }} />}
      <NotOnServer place={recovery.place} />
      <ErrorSummary store={store} schema={schema} />
    </div>
  );
}

/**
 * Once the form is there: a new object is there to be written, so that the first field waits for it, and another one may
 * have been opened at a field.
 */
function FirstFocus({ store }: { store: FormStore }) {
  const { state } = useLocation();
  const field = useRef<unknown>(state?.field);
  useEffect(() => {
    if (store.get().isNew) focusFirst();
    else if (typeof field.current === 'string') focusField(field.current);
  }, [store]);
  return null;
}
