/** Import of content of other systems: a file is dropped, its mapping checked, then it is tried and imported. */
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Progress,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportMapping, MappedGroup } from '#contract/imports';
import type { CollectionSummary } from '#contract/objects';
import { problemsOf } from '../api/client';
import { collectionsQuery } from '../api/queries';
import { counted, formatNumber } from '../ui/format';
import { Page } from '../ui/Page';
import { undoAndNotify } from '../ui/undo-transaction';
import { GroupMapping } from './source-import/GroupMapping';
import { SourceResult } from './source-import/SourceResult';
import { type SourceImportState, useSourceImport } from './source-import/useSourceImport';
import { FileDrop } from './transfer/FileDrop';

const texts = {
  description: 'Bring content from another system: Markdown, WordPress, Directus, Strapi, CSV or NDJSON.',
  hint: 'A zip of a folder of Markdown with its images, a WordPress export (XML), CSV, JSON or NDJSON. For files up to 500 MB.',
  baseUrl: 'Address of the former site',
  baseUrlHint: 'Optional. Images with a path such as /uploads/photo.jpg are fetched from here.',
  reading: 'Reading the file…',
  read: (name: string, total: number) => `${name}: ${counted(total, 'item', 'items')}`,
  earlier: 'The mapping of the last import of this source is used.',
  fetch: 'Fetch images and files from the addresses in the source',
  trial: 'Try without writing',
  run: 'Import',
  again: 'Import again',
  other: 'Choose another file',
  cancel: 'Cancel',
  undo: 'Undo import',
  components: 'Components in MDX',
  componentsHint: 'The trial lists them with their lines.',
  componentsCode: 'Become code',
  componentsContent: 'Only the text between their tags stays',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  progressLabel: 'Progress of the import',
  uploadLabel: 'Progress of the upload',
  failed: 'The import failed',
  canceled: 'Import canceled. What was imported stays; import again to continue.',
};

const COMPONENTS_AS = [
  { value: 'code', label: texts.componentsCode },
  { value: 'content', label: texts.componentsContent },
];

/** Which groups have a new collection whose ID was typed, and whether one of these is that of another collection. */
function useTypedIds(mapping: ImportMapping | undefined, collections: readonly CollectionSummary[]) {
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const isTaken =
    mapping?.groups.some(
      ({ from, collection }) => typed.has(from) && collections.some(({ name }) => name === collection),
    ) ?? false;
  const markTyped = (from: string, isTyped: boolean) =>
    setTyped(
      (before) => new Set([...[...before].filter((name) => name !== from), ...(isTyped ? [from] : [])]),
    );
  return { typed, isTaken, markTyped, forget: () => setTyped(new Set()) };
}

export function SourceImport() {
  const client = useQueryClient();
  const { state, choose, run, restart, cancel, setMapping, setFetches } = useSourceImport();
  const { upload, mapping, busy, trial, result, transaction, canceled, error } = state;
  const undoable = result?.transaction ?? (canceled ? transaction : undefined);
  const { data: collections = [] } = useQuery(collectionsQuery());
  const { typed, isTaken, markTyped, forget } = useTypedIds(mapping, collections);
  const start = (dryRun: boolean) => {
    // An import that is continued finds the collections that it has made.
    forget();
    void run(dryRun);
  };
  const undo = async (id: string) => {
    await undoAndNotify(client, id);
    restart();
    await client.invalidateQueries();
  };
  return (
    <Page description={texts.description}>
      <Stack gap="md" maw={960}>
        {error && <Failure error={error} />}
        {!upload && (
          <Choice
            state={state}
            onFile={(file, baseUrl) => {
              forget();
              void choose(file, baseUrl);
            }}
          />
        )}
        {upload && mapping && (
          <>
            <div>
              <Text fw={600}>{texts.read(upload.name, upload.total)}</Text>
              {upload.earlier && (
                <Text size="sm" c="dimmed">
                  {texts.earlier}
                </Text>
              )}
            </div>
            {canceled && (
              <Alert color="yellow" role="status">
                {texts.canceled}
              </Alert>
            )}
            {result ? (
              <SourceResult result={result} />
            ) : (
              <>
                <Groups
                  mapping={mapping}
                  collections={collections}
                  disabled={busy !== undefined}
                  typed={typed}
                  onTyped={markTyped}
                  onChange={setMapping}
                />
                <Checkbox
                  label={texts.fetch}
                  checked={state.fetches}
                  disabled={busy !== undefined}
                  onChange={(event) => setFetches(event.currentTarget.checked)}
                />
                {trial && <SourceResult result={trial} />}
              </>
            )}
            {state.progress && busy && (
              <ProgressLine
                label={texts.progressLabel}
                part={state.progress.done / Math.max(1, state.progress.total)}
                text={texts.progress(state.progress.done, state.progress.total)}
              />
            )}
            <Group gap="xs">
              {!result && (
                <StartButtons busy={busy} disabled={isTaken} isContinued={canceled} onStart={start} />
              )}
              {busy && (
                <Button variant="default" onClick={cancel}>
                  {texts.cancel}
                </Button>
              )}
              {undoable !== undefined && !busy && (
                <Button variant="default" onClick={() => void undo(undoable)}>
                  {texts.undo}
                </Button>
              )}
              <Button variant="subtle" disabled={busy !== undefined} onClick={restart}>
                {texts.other}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Page>
  );
}

interface StartProps {
  busy: SourceImportState['busy'];
  disabled: boolean;
  isContinued: boolean;
  onStart: (dryRun: boolean) => void;
}

function StartButtons({ busy, disabled, isContinued, onStart }: StartProps) {
  const isDisabled = disabled || busy !== undefined;
  return (
    <>
      <Button loading={busy === 'run'} disabled={isDisabled} onClick={() => onStart(false)}>
        {isContinued ? texts.again : texts.run}
      </Button>
      <Button
        variant="default"
        loading={busy === 'trial'}
        disabled={isDisabled}
        onClick={() => onStart(true)}
      >
        {texts.trial}
      </Button>
    </>
  );
}

interface ChoiceProps {
  state: SourceImportState;
  onFile: (file: File, baseUrl: string) => void;
}

function Choice({ state: { busy, sent }, onFile }: ChoiceProps) {
  const [baseUrl, setBaseUrl] = useState('');
  return (
    <>
      <FileDrop
        hint={texts.hint}
        accept=".zip,.xml,.csv,.tsv,.json,.ndjson,.jsonl,.md,.mdx"
        busy={busy === 'upload'}
        onFile={(file) => onFile(file, baseUrl.trim())}
      />
      {busy === 'upload' && <ProgressLine label={texts.uploadLabel} part={sent} text={texts.reading} />}
      <TextInput
        type="url"
        label={texts.baseUrl}
        description={texts.baseUrlHint}
        maw={480}
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
      />
    </>
  );
}

function ProgressLine({ label, part, text }: { label: string; part: number; text: string }) {
  return (
    <Stack gap={4} role="status">
      <Progress.Root>
        <Progress.Section value={Math.round(part * 100)} aria-label={label} />
      </Progress.Root>
      <Text size="sm" c="dimmed" className="tabular">
        {text}
      </Text>
    </Stack>
  );
}

interface GroupsProps {
  mapping: ImportMapping;
  collections: readonly CollectionSummary[];
  typed: ReadonlySet<string>;
  onTyped: (from: string, isTyped: boolean) => void;
  disabled: boolean;
  onChange: (mapping: ImportMapping) => void;
}

function Groups({ mapping, collections, typed, disabled, onTyped, onChange }: GroupsProps) {
  const change = (group: MappedGroup, at: number) =>
    onChange({ ...mapping, groups: mapping.groups.map((one, index) => (index === at ? group : one)) });
  return (
    <fieldset disabled={disabled} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Stack gap="md">
        {mapping.components && (
          <NativeSelect
            label={texts.components}
            description={texts.componentsHint}
            maw={480}
            data={COMPONENTS_AS}
            value={mapping.components}
            onChange={(event) =>
              onChange({
                ...mapping,
                components: event.currentTarget.value === 'content' ? 'content' : 'code',
              })
            }
          />
        )}
        {mapping.groups.map((group, at) => (
          <GroupMapping
            key={group.from}
            group={group}
            collections={collections}
            isTyped={typed.has(group.from)}
            onTyped={(isTyped) => onTyped(group.from, isTyped)}
            onChange={(changed) => change(changed, at)}
          />
        ))}
      </Stack>
    </fieldset>
  );
}

function Failure({ error }: { error: Error }) {
  return (
    <Alert color="red" role="alert" title={texts.failed}>
      {error.message}
      {Object.entries(problemsOf(error))
        .slice(0, 25)
        .map(([place, messages]) => (
          <div key={place}>
            <strong>{place}:</strong> {messages.join(' ')}
          </div>
        ))}
    </Alert>
  );
}
