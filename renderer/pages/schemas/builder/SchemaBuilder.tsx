import { ActionIcon, Button, Group, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link, useBlocker } from 'react-router';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { LazyCodeEditor } from '../../../fields/parts/LazyCodeEditor';
import { sameJson } from '../../../json';
import { t } from '../../../t';
import { ChangedMeanwhile } from '../../../ui/ChangedMeanwhile';
import { LeaveDialog } from '../../../ui/LeaveDialog';
import { Page } from '../../../ui/Page';
import { useWindowCommand } from '../../../ui/window-commands';
import type { FormOwner } from '../../../unsaved/useFolder';
import { NotOnServer } from '../../object-editor/Banners';
import { KeptChanges } from '../../object-editor/KeptChanges';
import { BuilderContext } from './builder-context';
import type { KnownProperties } from './draft-definition';
import { FormBuilder } from './FormBuilder';
import { ImpactDialog } from './ImpactDialog';
import { ProblemAlert } from './ProblemAlert';
import { useSchemaDocument } from './useSchemaDocument';
import { useSchemaSaving } from './useSchemaSaving';
import { useUnsavedSchema } from './useUnsavedSchema';

const texts = {
  leave: 'Your changes to the schema have not been saved.',
  create: 'New schema',
  edit: (title: string) => `Edit “${title}”`,
  document: 'Schema document',
  views: 'Editor view',
  save: 'Save',
  cancel: 'Cancel',
  undo: 'Undo',
  redo: 'Redo',
  what: 'this schema',
};

const VIEWS = [
  { value: 'form', label: t('Form') },
  { value: 'json', label: 'JSON' },
];

const NO_PROPERTIES: KnownProperties = {};

interface Props {
  owner: FormOwner;
  start: JsonObject;
  /** The stored schema that is being changed; absent for a new one. */
  schema?: SchemaDefinition;
  /** Tag of the version that is being changed. */
  etag?: string | undefined;
  /** Opens the builder again with the version on disk. */
  onReload?: () => void;
  /** What the server says of the properties the document starts with. */
  known?: KnownProperties;
}

interface ActionsProps {
  /** Where "Cancel" leads. */
  back: string;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  busy: boolean;
  onSave: () => void;
}

function Actions({ back, undo, redo, busy, onSave }: ActionsProps) {
  const step = (label: string, icon: ReactNode, action: (() => void) | undefined) => (
    <Tooltip label={label}>
      <ActionIcon
        size={32}
        variant="default"
        aria-label={label}
        disabled={action === undefined}
        onClick={action}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <>
      {step(texts.undo, <IconArrowBackUp size={17} />, undo)}
      {step(texts.redo, <IconArrowForwardUp size={17} />, redo)}
      <Button variant="default" component={Link} to={back}>
        {texts.cancel}
      </Button>
      <Button onClick={onSave} loading={busy}>
        {texts.save}
      </Button>
    </>
  );
}

function JsonView({
  value,
  invalid,
  onChange,
}: {
  value: string;
  invalid: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <div>
      <Text size="sm" fw={500} id="schema-document-label" mb={6}>
        {texts.document}
      </Text>
      <LazyCodeEditor
        id="schema-document"
        labelId="schema-document-label"
        describedBy={undefined}
        value={value}
        onChange={onChange}
        mode="json"
        readOnly={false}
        invalid={invalid}
        rows={24}
        maxRows={200}
      />
    </div>
  );
}

function ViewChoice({ view, onChange }: { view: string; onChange: (view: string) => void }) {
  return (
    <Group>
      <SegmentedControl aria-label={texts.views} data={VIEWS} value={view} onChange={onChange} />
    </Group>
  );
}

/** Keys and the window's own command: save, undo and redo. */
function useBuilderKeys({ save, saved, undo, redo }: BuilderKeys) {
  // The editor is a contenteditable element, which hotkeys leave alone unless told otherwise.
  useHotkeys([['mod+S', () => void save()]], [], true);
  useWindowCommand('save', async () => {
    await save();
    return saved.current;
  });
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
  ]);
}

interface BuilderKeys extends Pick<ReturnType<typeof useSchemaSaving>, 'save' | 'saved'> {
  undo: () => void;
  redo: () => void;
}

/** One document, edited as a form and as JSON, with the way back, until it is saved. */
export function SchemaBuilder({ owner, start, schema, etag, onReload, known = NO_PROPERTIES }: Props) {
  const edited = useSchemaDocument(start, known);
  const { document, initial, draft, change, undo, redo, unreadable } = edited;
  const [view, setView] = useState('form');
  const [selected, select] = useState<string>();
  const stored = schema === undefined ? undefined : initial;
  const onSaved = () => kept.end();
  const saving = useSchemaSaving({ document, schema, stored, etag, unreadable, select, onSaved });
  const { problem, impact, saved, save, store } = saving;
  const kept = useUnsavedSchema({
    ...{ owner, document, initial, unreadable, change, text: edited.text, takeText: edited.takeText },
    id: schema?.id,
    etag: saving.openedTag,
    onTag: saving.setOpenedTag,
  });
  /** Read while leaving, before the next rendering. */
  const isBroken = useRef(false);
  isBroken.current = unreadable !== undefined;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !saved.current &&
      (isBroken.current || !sameJson(document, initial)) &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  const errors = problem?.details;
  const builder = useMemo(
    () => ({ document, draft, stored, selected, errors: errors ?? {}, change, select }),
    [document, draft, stored, selected, errors, change],
  );
  useBuilderKeys({ save, saved, undo, redo });

  return (
    <Page
      title={schema ? texts.edit(schema.title) : texts.create}
      wide
      actions={
        <Actions
          back={schema ? `/schemas/${encodeURIComponent(schema.id)}` : '/schemas'}
          undo={edited.canUndo ? undo : undefined}
          redo={edited.canRedo ? redo : undefined}
          busy={saving.busy}
          onSave={() => void save()}
        />
      }
    >
      <ViewChoice view={view} onChange={setView} />
      <KeptChanges
        what="schema"
        kept={kept.kept}
        etag={etag}
        isNew={false}
        base={initial}
        onRestore={kept.restore}
        onDiscard={kept.discard}
      />
      <NotOnServer place={kept.place} />
      {problem && (
        <ProblemAlert
          {...problem}
          draft={draft}
          onSelect={(property) => {
            setView('form');
            select(property);
          }}
        />
      )}
      <BuilderContext value={builder}>
        {view === 'form' ? (
          <FormBuilder partSchemas={edited.partSchemas} />
        ) : (
          <JsonView
            value={edited.text}
            invalid={problem !== undefined || unreadable !== undefined}
            onChange={edited.takeText}
          />
        )}
      </BuilderContext>
      {impact && (
        <ImpactDialog
          impact={impact}
          draft={draft}
          onClose={saving.closeImpact}
          onSave={({ convert }) => void store(undefined, convert)}
        />
      )}
      <ChangedMeanwhile
        what={texts.what}
        names={saving.newer}
        kept
        onClose={saving.closeNewer}
        onTakeTheirs={() => {
          kept.end();
          onReload?.();
        }}
        onKeepMine={() => void store('*')}
      />
      <LeaveDialog blocker={blocker} hint={texts.leave} onLeave={kept.end} />
    </Page>
  );
}
