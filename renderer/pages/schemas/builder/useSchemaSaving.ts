/** Saving the document: what it would do to objects, the write, and the renamed properties of the objects. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SchemaDefinition, SchemaImpact } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import type { ErrorDetails } from '#contract/wire';
import { ApiError, changedSince } from '../../../api/client';
import { saveSchema } from '../../../api/mutations';
import { schemasQuery } from '../../../api/queries';
import { carryRenaming, convertSchema, schemaImpact } from '../../../api/schema-changes';
import { Together } from '../../../api/together';
import { plural } from '../../../ui/format';
import { notifyAction, notifyDone, notifyFailed } from '../../../ui/notify';
import { notifyChange } from '../../../ui/undo-transaction';
import { isHarmless } from './ImpactDialog';
import { renamings } from './schema-edit';

const texts = {
  saved: (id: string) => `Schema “${id}” saved.`,
  carried: (count: number) => plural(count, '# object was updated.', '# objects were updated.'),
  carryFailed: 'The schema was saved, but some files have not been updated yet',
  unreadable: 'Not valid JSON',
  refused: 'Could not save the schema',
  left: (count: number) =>
    plural(
      count,
      '# value could not be converted and stays as it is.',
      '# values could not be converted and stay as they are.',
    ),
  health: 'Show in Health',
};

export interface Problem {
  title: string;
  /** What is wrong with no part of the document in particular. */
  lines: string[];
  details: ErrorDetails;
}

/** What is shown of a schema the server has refused. */
function problemOf(error: unknown): Problem {
  const details = error instanceof ApiError ? error.details : {};
  const isNamed = Object.keys(details).length > 0;
  return {
    title: texts.refused,
    lines: isNamed ? [] : [error instanceof Error ? error.message : String(error)],
    details,
  };
}

interface Saving {
  document: JsonObject;
  /** The stored schema that is being changed, its document and the tag of its version; absent for a new one. */
  schema: SchemaDefinition | undefined;
  stored: JsonObject | undefined;
  etag: string | undefined;
  /** The changes are on the disk. */
  onSaved(): void;
  /** Why the text of the JSON view cannot be read. */
  unreadable: string | undefined;
  /** Shows the settings of a property. */
  select(name: string | undefined): void;
}

/** Renames the properties of the objects; answers how many were changed. */
async function carry(
  client: QueryClient,
  { id, etag, changes }: { id: string; etag: string; changes: ReturnType<typeof renamings> },
  together: Together,
): Promise<number> {
  let carried = 0;
  let ifMatch = etag;
  for (const renaming of changes) {
    const answer = await carryRenaming(client, id, renaming, ifMatch, together);
    ifMatch = answer.etag;
    carried += answer.collections.reduce((sum, { renamed }) => sum + renamed, 0);
  }
  return carried;
}

interface Put {
  schema: SchemaDefinition | undefined;
  document: JsonObject;
  ifMatch: string;
  /** The values of properties that changed their type are converted. */
  convert: boolean;
}

/** Saves the document. */
async function put(client: QueryClient, { schema, document, ifMatch, convert }: Put, together: Together) {
  if (schema && convert) {
    const result = await convertSchema(client, { id: schema.id, ifMatch }, document, together);
    const objects = result.collections.reduce((sum, one) => sum + one.objects, 0);
    const left = result.conversions.reduce((sum, one) => sum + one.left, 0);
    return { id: schema.id, etag: result.etag, objects, left };
  }
  const replaced = schema && { id: schema.id, ifMatch };
  const { data, etag } = await saveSchema(client, document, { replaced, together });
  return { id: data.id, etag, objects: 0, left: 0 };
}

export function useSchemaSaving({ document, schema, stored, etag, unreadable, select, onSaved }: Saving) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [openedTag, setOpenedTag] = useState(etag);
  const [newer, setNewer] = useState<string[]>();
  const [problem, setProblem] = useState<Problem>();
  const [impact, setImpact] = useState<SchemaImpact>();
  const [busy, setBusy] = useState(false);
  /** Read while leaving, before the next rendering. */
  const saved = useRef(false);
  const { data: schemas = [] } = useQuery(schemasQuery());

  function refuse(error: unknown) {
    const refused = problemOf(error);
    setProblem(refused);
    const first = Object.keys(refused.details).find((path) => path.startsWith('properties.'));
    if (first !== undefined) select(first.split('.')[1]);
  }

  async function store(ifMatch = openedTag ?? '', convert = false) {
    setImpact(undefined);
    setNewer(undefined);
    setBusy(true);
    try {
      const together = new Together();
      const { id, etag, objects, left } = await put(client, { schema, document, ifMatch, convert }, together);
      saved.current = true;
      onSaved();
      try {
        const carried =
          objects + (await carry(client, { id, etag, changes: renamings(stored, document) }, together));
        if (carried === 0) notifyDone(texts.saved(id));
        else notifyChange(client, `${texts.saved(id)} ${texts.carried(carried)}`, together.transactions);
      } catch (error) {
        notifyFailed(texts.carryFailed, error);
      }
      if (left > 0) {
        const toHealth = () => void navigate('/health?kind=invalid');
        notifyAction(texts.left(left), texts.health, toHealth, { stays: true });
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

  const closeImpact = () => setImpact(undefined);
  const closeNewer = () => setNewer(undefined);
  return {
    openedTag,
    setOpenedTag,
    problem,
    impact,
    closeImpact,
    newer,
    closeNewer,
    busy,
    saved,
    save,
    store,
  };
}
