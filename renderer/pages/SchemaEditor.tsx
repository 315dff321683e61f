/** A schema as JSON, for a new one or a change. The server checks it and names every problem at once. */
import { Alert, Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useBlocker, useNavigate, useParams, useSearchParams } from 'react-router';
import type { SchemaDefinition } from '#contract/schemas';
import { ApiError } from '../api/client';
import { saveSchema } from '../api/mutations';
import { schemaByIdQuery } from '../api/queries';
import { LazyCodeEditor } from '../fields/parts/LazyCodeEditor';
import { ErrorState } from '../ui/ErrorState';
import { notifyDone } from '../ui/notify';
import { Page } from '../ui/Page';
import { BLANK, documentText, readDocument } from './schemas/document';
import { LeaveDialog } from './schemas/LeaveDialog';

const texts = {
  create: 'New schema',
  edit: (title: string) => `Edit “${title}”`,
  description:
    'Properties, which of them are required, which are indexed for lists and sorting, and the layout of the form.',
  document: 'Schema document',
  save: 'Save',
  cancel: 'Cancel',
  saved: (id: string) => `The schema “${id}” is saved.`,
  unreadable: 'This is no JSON yet',
  refused: 'The schema was not saved',
};

export function SchemaEditor() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const source = id ?? search.get('from') ?? undefined;
  const loaded = useQuery({ ...schemaByIdQuery(source ?? '', true), enabled: source !== undefined });
  if (source === undefined) return <Editor start={BLANK} />;
  if (loaded.isError) return <ErrorState error={loaded.error} retry={() => void loaded.refetch()} />;
  if (loaded.data === undefined) return <Skeleton m="xl" h={320} aria-busy="true" />;
  const start = documentText(loaded.data, id === undefined ? `my-${loaded.data.id}` : loaded.data.id);
  return <Editor key={source} start={start} {...(id === undefined ? {} : { schema: loaded.data })} />;
}

interface Problem {
  title: string;
  lines: string[];
}

function Editor({ start, schema }: { start: string; schema?: SchemaDefinition }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [initial] = useState(start);
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  /** Read while leaving, before the next rendering. */
  const saved = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !saved.current && text !== initial && currentLocation.pathname !== nextLocation.pathname,
  );

  const save = async () => {
    const read = readDocument(text);
    if ('problem' in read) return setProblem({ title: texts.unreadable, lines: [read.problem] });
    setBusy(true);
    try {
      const stored = await saveSchema(client, read.document, schema?.id);
      saved.current = true;
      notifyDone(texts.saved(stored.id));
      await navigate(`/schemas/${encodeURIComponent(stored.id)}`);
    } catch (error) {
      const details = error instanceof ApiError ? Object.entries(error.details) : [];
      setProblem({
        title: texts.refused,
        lines:
          details.length === 0
            ? [error instanceof Error ? error.message : String(error)]
            : details.flatMap(([path, messages]) => messages.map((message) => `${path}: ${message}`)),
      });
    } finally {
      setBusy(false);
    }
  };
  // The editor is a contenteditable element, which hotkeys leave alone unless told otherwise.
  useHotkeys([['mod+S', () => void save()]], [], true);

  return (
    <Page
      title={schema ? texts.edit(schema.title) : texts.create}
      description={texts.description}
      actions={
        <>
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
      {problem && (
        <Alert color="red" title={problem.title} role="alert">
          <List size="sm">
            {problem.lines.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Stack gap={6}>
        <Text size="sm" fw={500} id="schema-document-label">
          {texts.document}
        </Text>
        <LazyCodeEditor
          id="schema-document"
          labelId="schema-document-label"
          describedBy={undefined}
          value={text}
          onChange={setText}
          mode="json"
          readOnly={false}
          invalid={problem !== undefined}
          rows={24}
          maxRows={200}
        />
      </Stack>
      <LeaveDialog blocker={blocker} />
    </Page>
  );
}
