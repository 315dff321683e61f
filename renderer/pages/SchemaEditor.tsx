/** The schema builder: a new schema, or a change of one. The server checks it and names every problem at once. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import type { JsonObject } from '#contract/values';
import { schemaByIdQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
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
  const source = id ?? search.get('from') ?? undefined;
  const heirOf = id === undefined ? search.get('inherit') : null;
  const loaded = useQuery({ ...schemaByIdQuery(source ?? '', true), enabled: source !== undefined });
  if (source === undefined) {
    const blank = documentOf(BLANK);
    const start = heirOf === null ? blank : { id: `my-${heirOf}`, inheritFrom: [heirOf], properties: {} };
    return <SchemaBuilder key={heirOf} start={start} />;
  }
  if (loaded.isError) return <ErrorState error={loaded.error} retry={() => void loaded.refetch()} />;
  if (loaded.data === undefined) return <Skeleton m="xl" h={320} aria-busy="true" />;
  const start = documentOf(
    documentText(loaded.data, id === undefined ? `my-${loaded.data.id}` : loaded.data.id),
  );
  return (
    <SchemaBuilder
      key={source}
      start={start}
      known={loaded.data.properties}
      {...(id === undefined ? {} : { schema: loaded.data })}
    />
  );
}
