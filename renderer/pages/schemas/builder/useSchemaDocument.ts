/** The document that is being edited, with its history, and as the text of the JSON view. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { partSchemasQuery } from '../../../api/part-schemas';
import { schemaByIdQuery } from '../../../api/queries';
import { sameJson } from '../../../json';
import { readDocument } from '../document';
import { draftDefinition, type KnownProperties } from './draft-definition';
import { useHistory } from './history';
import { namesAt } from './schema-edit';

const NO_PARTS: ReadonlyMap<string, SchemaDefinition> = new Map();

const written = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`;

export function useSchemaDocument(start: JsonObject, known: KnownProperties) {
  const { history, change, undo, redo } = useHistory(start);
  const document = history.present;
  const [initial] = useState(start);
  /** Text of the JSON view as it is typed; it stays so as long as it says what the document says, or nothing yet. */
  const [typed, setTyped] = useState<string>();
  const parents = useQueries({
    queries: namesAt(document, 'inheritFrom').map((name) => ({ ...schemaByIdQuery(name), retry: false })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const draft = useMemo(() => draftDefinition(document, parents, known), [document, parents, known]);
  const { data: partSchemas = NO_PARTS } = useQuery(partSchemasQuery(draft));
  const read = typed === undefined ? undefined : readDocument(typed);
  const unreadable = read !== undefined && 'problem' in read ? read.problem : undefined;
  const stays =
    unreadable !== undefined ||
    (read !== undefined && 'document' in read && sameJson(read.document, document));

  const takeText = (text: string) => {
    const next = readDocument(text);
    setTyped(text);
    if ('document' in next) change(next.document, 'json');
  };

  return {
    document,
    initial,
    draft,
    partSchemas,
    change,
    undo,
    redo,
    unreadable,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    text: stays && typed !== undefined ? typed : written(document),
    /** Takes a text of the JSON view. */
    takeText,
  };
}
