import { ActionIcon, Alert, Button, Group, List, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link, useBlocker, useNavigate } from 'react-router';
import type { SchemaDefinition, SchemaImpact } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import type { ErrorDetails } from '#contract/wire';
import { ApiError, changedSince } from '../../../api/client';
import { saveSchema } from '../../../api/mutations';
import { partSchemasQuery } from '../../../api/part-schemas';
import { schemaByIdQuery, schemasQuery } from '../../../api/queries';
import { carryRenaming, schemaImpact } from '../../../api/schema-changes';
import { LazyCodeEditor } from '../../../fields/parts/LazyCodeEditor';
import { sameJson } from '../../../json';
import { ChangedMeanwhile } from '../../../ui/ChangedMeanwhile';
import { LeaveDialog } from '../../../ui/LeaveDialog';
import { notifyDone, notifyFailed } from '../../../ui/notify';
import { Page } from '../../../ui/Page';
import { readDocument } from '../document';
import { BuilderContext } from './builder-context';
import { draftDefinition, type KnownProperties } from './draft-definition';
import { FormBuilder } from './FormBuilder';
import { useHistory } from './history';
import { ImpactDialog, isHarmless } from './ImpactDialog';
import { namesAt, renamings } from './schema-edit';

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
  saved: (id: string) => `Schema “${id}” saved.`,
  carried: (count: number) => `${count} ${count === 1 ? 'object was' : 'objects were'} updated.`,
  carryFailed: 'The schema was saved, but some files have not been updated yet',
  unreadable: 'Not valid JSON',
  refused: 'Could not save the schema',
  what: 'this schema',
};

const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
];

const NO_PROPERTIES: KnownProperties = {};
const NO_PARTS: ReadonlyMap<string, SchemaDefinition> = new Map();

const written = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`;

interface Problem {
  title: string;
  lines: string[];
  details: ErrorDetails;
}

interface Props {
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

/** One document, edited as a form and as JSON, with the way back, until it is saved. */
export function SchemaBuilder({ start, schema, etag, onReload, known = NO_PROPERTIES }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { history, change, undo, redo } = useHistory(start);
  const document = history.present;
  const [initial] = useState(start);
  const [openedTag] = useState(etag);
  const [newer, setNewer] = useState<string[]>();
  const [view, setView] = useState('form');
  /** Text of the JSON view as it is typed; it stays so as long as it says what the document says, or nothing yet. */
  const [typed, setTyped] = useState<string>();
  const [selected, select] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [impact, setImpact] = useState<SchemaImpact>();
  const [busy, setBusy] = useState(false);
  /** Read while leaving, before the next rendering. */
  const saved = useRef(false);
  const isBroken = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !saved.current &&
      (isBroken.current || !sameJson(document, initial)) &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  const parents = useQueries({
    queries: namesAt(document, 'inheritFrom').map((name) => ({ ...schemaByIdQuery(name), retry: false })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const draft = useMemo(() => draftDefinition(document, parents, known), [document, parents, known]);
  const { data: partSchemas = NO_PARTS } = useQuery(partSchemasQuery(draft));
  const { data: schemas = [] } = useQuery(schemasQuery());
  const stored = schema === undefined ? undefined : initial;
  const errors = problem?.details;
  const read = typed === undefined ? undefined : readDocument(typed);
  const unreadable = read !== undefined && 'problem' in read ? read.problem : undefined;
  isBroken.current = unreadable !== undefined;
  const stays =
    unreadable !== undefined ||
    (read !== undefined && 'document' in read && sameJson(read.document, document));
  const builder = useMemo(
    () => ({ document, draft, stored, selected, errors: errors ?? {}, change, select }),
    [document, draft, stored, selected, errors, change],
  );

  function refuse(error: unknown) {
    const details = error instanceof ApiError ? error.details : {};
    const lines = Object.entries(details).flatMap(([path, messages]) =>
      messages.map((message) => `${path}: ${message}`),
    );
    setProblem({
      title: texts.refused,
      lines: lines.length > 0 ? lines : [error instanceof Error ? error.message : String(error)],
      details,
    });
    const first = Object.keys(details).find((path) => path.startsWith('properties.'));
    if (first !== undefined) select(first.split('.')[1]);
  }

  async function carry(id: string, saved: string) {
    let carried = 0;
    let ifMatch = saved;
    for (const renaming of renamings(stored, document)) {
      const { collections, etag } = await carryRenaming(client, id, renaming, ifMatch);
      ifMatch = etag;
      carried += collections.reduce((sum, { renamed }) => sum + renamed, 0);
    }
    return carried;
  }

  async function store(ifMatch = openedTag ?? '') {
    setImpact(undefined);
    setNewer(undefined);
    setBusy(true);
    try {
      const { data, etag } = await saveSchema(client, document, schema && { id: schema.id, ifMatch });
      const { id } = data;
      saved.current = true;
      try {
        const carried = await carry(id, etag);
        notifyDone([texts.saved(id), carried > 0 ? texts.carried(carried) : ''].join(' ').trim());
      } catch (error) {
        notifyFailed(texts.carryFailed, error);
      }
      await navigate(`/schemas/${encodeURIComponent(id)}`);
    } catch (error) {
      const names = changedSince(error);
      if (names) setNewer(names);
      else refuse(error);
    } finally {
      setBusy(false);
    }
  }

  async function save() {
    if (busy) return;
    if (unreadable !== undefined)
      return setProblem({ title: texts.unreadable, lines: [unreadable], details: {} });
    setProblem(undefined);
    const used = schemas.some(({ name, usedBy }) => name === schema?.id && usedBy.length > 0);
    if (schema === undefined || !used) return store();
    setBusy(true);
    try {
      const found = await schemaImpact(schema.id, document);
      setBusy(false);
      if (isHarmless(found)) await store();
      else setImpact(found);
    } catch (error) {
      setBusy(false);
      refuse(error);
    }
  }

  function takeText(text: string) {
    const next = readDocument(text);
    setTyped(text);
    if ('document' in next) change(next.document, 'json');
  }

  // The editor is a contenteditable element, which hotkeys leave alone unless told otherwise.
  useHotkeys([['mod+S', () => void save()]], [], true);
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
  ]);

  return (
    <Page
      title={schema ? texts.edit(schema.title) : texts.create}
      wide
      actions={
        <>
          <Tooltip label={texts.undo}>
            <ActionIcon
              size={32}
              variant="default"
              aria-label={texts.undo}
              disabled={history.past.length === 0}
              onClick={undo}
            >
              <IconArrowBackUp size={17} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={texts.redo}>
            <ActionIcon
              size={32}
              variant="default"
              aria-label={texts.redo}
              disabled={history.future.length === 0}
              onClick={redo}
            >
              <IconArrowForwardUp size={17} />
            </ActionIcon>
          </Tooltip>
          <Button
            variant="default"
            component={Link}
            to={schema ? `/schemas/${encodeURIComponent(schema.id)}` : '/schemas'}
          >
            {texts.cancel}
          </Button>
          <Button onClick={() => void save()} loading={busy}>
            {texts.save}
          </Button>
        </>
      }
    >
      <Group>
        <SegmentedControl aria-label={texts.views} data={VIEWS} value={view} onChange={setView} />
      </Group>
      {problem && (
        <Alert color="red" title={problem.title} role="alert">
          <List size="sm">
            {problem.lines.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <BuilderContext value={builder}>
        {view === 'form' ? (
          <FormBuilder partSchemas={partSchemas} />
        ) : (
          <div>
            <Text size="sm" fw={500} id="schema-document-label" mb={6}>
              {texts.document}
            </Text>
            <LazyCodeEditor
              id="schema-document"
              labelId="schema-document-label"
              describedBy={undefined}
              value={stays && typed !== undefined ? typed : written(document)}
              onChange={takeText}
              mode="json"
              readOnly={false}
              invalid={problem !== undefined || unreadable !== undefined}
              rows={24}
              maxRows={200}
            />
          </div>
        )}
      </BuilderContext>
      {impact && (
        <ImpactDialog impact={impact} onClose={() => setImpact(undefined)} onSave={() => void store()} />
      )}
      <ChangedMeanwhile
        what={texts.what}
        names={newer}
        kept
        onClose={() => setNewer(undefined)}
        onTakeTheirs={() => onReload?.()}
        onKeepMine={() => void store('*')}
      />
      <LeaveDialog blocker={blocker} hint={texts.leave} />
    </Page>
  );
}
