/** Import of content of other systems: a file is dropped, its mapping checked, then it is tried and imported. */
import { Alert, Button, Checkbox, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportMapping, MappedGroup } from '#contract/imports';
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
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  progressLabel: 'Progress of the import',
  uploadLabel: 'Progress of the upload',
  failed: 'The import failed',
  canceled: 'Import canceled. What was imported stays; import again to continue.',
};

export function SourceImport() {
  const client = useQueryClient();
  const { state, choose, run, restart, cancel, setMapping, setFetches } = useSourceImport();
  const { upload, mapping, busy, trial, result, transaction, canceled, error } = state;
  const undoable = result?.transaction ?? (canceled ? transaction : undefined);
  const undo = async (id: string) => {
    await undoAndNotify(client, id);
    restart();
    await client.invalidateQueries();
  };
  return (
    <Page description={texts.description}>
      <Stack gap="md" maw={960}>
        {error && <Failure error={error} />}
        {!upload && <Choice state={state} onFile={(file, baseUrl) => void choose(file, baseUrl)} />}
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
                <Groups mapping={mapping} disabled={busy !== undefined} onChange={setMapping} />
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
                <>
                  <Button
                    loading={busy === 'run'}
                    disabled={busy !== undefined}
                    onClick={() => void run(false)}
                  >
                    {canceled ? texts.again : texts.run}
                  </Button>
                  <Button
                    variant="default"
                    loading={busy === 'trial'}
                    disabled={busy !== undefined}
                    onClick={() => void run(true)}
                  >
                    {texts.trial}
                  </Button>
                </>
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
  disabled: boolean;
  onChange: (mapping: ImportMapping) => void;
}

function Groups({ mapping, disabled, onChange }: GroupsProps) {
  const { data: collections = [] } = useQuery(collectionsQuery());
  const known = new Set(collections.map(({ name }) => name));
  const change = (group: MappedGroup, at: number) =>
    onChange({ ...mapping, groups: mapping.groups.map((one, index) => (index === at ? group : one)) });
  return (
    <fieldset disabled={disabled} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Stack gap="md">
        {mapping.groups.map((group, at) => (
          <GroupMapping
            key={group.from}
            group={group}
            exists={group.collection !== null && known.has(group.collection)}
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
