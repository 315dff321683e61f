/** The schema builder: a new schema, or a change of one. The server checks it and names every problem at once. */
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { JsonObject } from '#contract/values';
import { storedSchemaQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
import { Waiting } from '../ui/Waiting';
import { useFolder } from '../unsaved/useFolder';
import { SchemaBuilder } from './schemas/builder/SchemaBuilder';
import { BLANK, documentText, readDocument } from './schemas/document';

/** The text of a document as the document; one that cannot be read starts empty. */
function documentOf(text: string): JsonObject {
  const read = readDocument(text);
  return 'document' in read ? read.document : {};
}

/** `/schemas/new`, with `?from=` as a copy, with `?inherit=` as an heir; `/schemas/:id/edit`. */
export function SchemaEditor() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const owner = useFolder();
  const source = id ?? search.get('from') ?? undefined;
  const heirOf = id === undefined ? search.get('inherit') : null;
  const [round, setRound] = useState(0);
  const loaded = useQuery({ ...storedSchemaQuery(source ?? ''), enabled: source !== undefined });
  if (owner === undefined)
    return (
      <Box p="xl">
        <Waiting shape="form" />
      </Box>
    );
  if (source === undefined) {
    const blank = documentOf(BLANK);
    const start = heirOf === null ? blank : { id: `my-${heirOf}`, inheritFrom: [heirOf], properties: {} };
    return <SchemaBuilder key={heirOf} owner={owner} start={start} />;
  }
  if (loaded.isError) return <ErrorState error={loaded.error} retry={() => void loaded.refetch()} />;
  if (loaded.data === undefined)
    return (
      <Box p="xl">
        <Waiting shape="form" />
      </Box>
    );
  const { data: schema, etag } = loaded.data;
  const start = documentOf(documentText(schema, id === undefined ? `my-${schema.id}` : schema.id));
  const reload = async () => {
    await loaded.refetch();
    setRound(round + 1);
  };
  return (
    <SchemaBuilder
      key={`${source} ${round}`}
      owner={owner}
      start={start}
      known={schema.properties}
      {...(id === undefined ? {} : { schema, etag, onReload: () => void reload() })}
    />
  );
}
