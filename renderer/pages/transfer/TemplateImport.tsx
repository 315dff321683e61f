/** A template definition into the folder: what it holds and what is there already is shown first. */
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportResult } from '#contract/templates';
import type { JsonValue } from '#contract/values';
import { ApiError } from '../../api/client';
import { collectionsQuery, schemasQuery } from '../../api/queries';
import { importTemplateFile } from '../../api/transfer';
import { useAnnounce } from '../../ui/Announcer';
import { counted } from '../../ui/format';
import { notifyChange } from '../../ui/undo-transaction';
import { chooseFile } from './chosen-file';
import { FileDrop } from './FileDrop';
import { summaryOf, type TemplateSummary } from './template';
import classes from './transfer.module.css';
import { UnfinishedImports } from './UnfinishedImports';

const texts = {
  title: 'Import a template',
  lead: 'Creates the schemas, collections and objects in a template. Existing content is kept, but schemas with the same ID are replaced.',
  hint: 'An exported template (JSON).',
  notTemplate: 'This file is not a template. To import objects into a collection, use the list below.',
  notJson: (reason: string) => `The file is not JSON: ${reason}`,
  holds: (name: string) => (name === '' ? 'Template contents' : `“${name}” holds`),
  replaced: (ids: string) => `Schemas that will be replaced: ${ids}`,
  kept: (ids: string) => `Existing collections: ${ids}. Their settings are kept, and new objects are added.`,
  apply: 'Import template',
  imported: 'Template imported.',
  other: 'Choose another file',
  failed: 'The template was rejected. Nothing was written.',
  errors: 'Some items were rejected',
  checking: 'Checking what would be imported…',
  leftOut: 'Some items would be skipped',
};

interface Chosen {
  document: JsonValue;
  summary: TemplateSummary;
}

/** Whether an import has written anything. */
const hasCreated = (summary: ImportResult['summary']): boolean =>
  summary.schemas_created +
    summary.collections_created +
    summary.objects_created +
    summary.factory_items_created >
  0;

async function readTemplate(file: File): Promise<Chosen> {
  const { format } = await chooseFile(file);
  if (format !== 'template') throw new Error(texts.notTemplate);
  let document: JsonValue;
  try {
    document = JSON.parse(await file.text());
  } catch (error) {
    throw new Error(texts.notJson(error instanceof Error ? error.message : ''));
  }
  const summary = summaryOf(document);
  if (!summary) throw new Error(texts.notTemplate);
  return { document, summary };
}

export function TemplateImport() {
  const client = useQueryClient();
  const announce = useAnnounce();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<Error>();
  const run = useMutation({
    mutationFn: ({ document }: Chosen) => importTemplateFile(document, { dryRun: false }),
    onSuccess: async ({ message, summary, transaction }) => {
      announce(message);
      if (hasCreated(summary)) notifyChange(client, texts.imported, transaction);
      setChosen(undefined);
      await client.invalidateQueries();
    },
  });
  const trial = useMutation({
    mutationFn: ({ document }: Chosen) => importTemplateFile(document, { dryRun: true }),
  });
  const choose = async (file: File) => {
    run.reset();
    trial.reset();
    setProblem(undefined);
    setChosen(undefined);
    try {
      const read = await readTemplate(file);
      setChosen(read);
      trial.mutate(read);
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const error = problem ?? run.error ?? (chosen ? trial.error : null);
  return (
    <section className={classes.card}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text size="sm" c="dimmed">
            {texts.lead}
          </Text>
        </div>
        <UnfinishedImports />
        {error && <Refusal error={error} />}
        {run.data && <Result result={run.data} title={texts.errors} />}
        {chosen ? (
          <>
            <Summary summary={chosen.summary} />
            {trial.isPending && (
              <Text size="sm" c="dimmed" role="status">
                {texts.checking}
              </Text>
            )}
            {trial.data && <Result result={trial.data} title={texts.leftOut} />}
            <Group gap="xs">
              <Button loading={run.isPending} disabled={!trial.isSuccess} onClick={() => run.mutate(chosen)}>
                {texts.apply}
              </Button>
              <Button variant="default" disabled={run.isPending} onClick={() => setChosen(undefined)}>
                {texts.other}
              </Button>
            </Group>
          </>
        ) : (
          <FileDrop hint={texts.hint} accept=".json" onFile={(file) => void choose(file)} />
        )}
      </Stack>
    </section>
  );
}

/** What is in the template, and what of it is in the folder already. */
function Summary({ summary }: { summary: TemplateSummary }) {
  const { data: collections = [] } = useQuery(collectionsQuery());
  const { data: schemas = [] } = useQuery(schemasQuery());
  const there = new Set(collections.map(({ name }) => name));
  const own = new Set(schemas.filter(({ reserved }) => !reserved).map(({ name }) => name));
  const replaced = summary.schemas.filter((id) => own.has(id));
  const kept = summary.collections.filter((id) => there.has(id));
  const what = [
    counted(summary.schemas.length, 'schema', 'schemas'),
    counted(summary.collections.length, 'collection', 'collections'),
    counted(summary.objects, 'object', 'objects'),
    ...(summary.generated > 0 ? [counted(summary.generated, 'generated object', 'generated objects')] : []),
  ];
  return (
    <Stack gap={6} className={classes.reason}>
      <Text size="sm">
        {texts.holds(summary.name)} {what.join(', ')}.
      </Text>
      {summary.description !== '' && (
        <Text size="sm" c="dimmed" lineClamp={4}>
          {summary.description}
        </Text>
      )}
      {replaced.length > 0 && (
        <Alert color="yellow" role="note">
          {texts.replaced(replaced.join(', '))}
        </Alert>
      )}
      {kept.length > 0 && (
        <Alert color="gray" role="note">
          {texts.kept(kept.join(', '))}
        </Alert>
      )}
    </Stack>
  );
}

function Refusal({ error }: { error: Error }) {
  const details = error instanceof ApiError ? Object.entries(error.details) : [];
  return (
    <Alert color="red" title={texts.failed} role="alert" className={classes.reason}>
      {error.message}
      {details.slice(0, 25).map(([place, messages]) => (
        <div key={place}>
          <strong>{place}:</strong> {messages.join(' ')}
        </div>
      ))}
    </Alert>
  );
}

/** What an import did or would do; `title` stands above what could not be imported. */
function Result({ result, title }: { result: ImportResult; title: string }) {
  const { message, errors, success } = result;
  return (
    <Alert
      role="note"
      color={success ? 'spruce' : 'yellow'}
      title={success ? message : title}
      className={classes.reason}
    >
      {!success && <div>{message}</div>}
      {errors.map((error) => (
        <div key={error}>{error}</div>
      ))}
    </Alert>
  );
}
