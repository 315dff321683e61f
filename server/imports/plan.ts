/** What is known of a source before it is imported: its contents, and the mapping to use. */
import type { Base } from '../content/core/base.js';
import type { ImportMapping, MappedGroup } from '../contract/imports.js';
import { PlinthError } from '../errors.js';
import { type Analysis, analyse } from './mapping/analyse.js';
import { checkMapping } from './mapping/check.js';
import { propose } from './mapping/propose.js';
import { ImportedObjects } from './run/record.js';
import type { Source } from './source.js';

export interface ImportPlan {
  mapping: ImportMapping;
  analysis: Analysis;
  /** Whether the mapping is that of an earlier import of this source. */
  isEarlier: boolean;
}

const idFieldOf = ({ fields }: MappedGroup): string | undefined => fields.find(({ to }) => to === 'id')?.from;

/** The fields that give the ids, by group. */
const idFields = ({ groups }: ImportMapping): Map<string, string> =>
  new Map(
    groups.flatMap((group) => {
      const field = idFieldOf(group);
      return field === undefined ? [] : [[group.from, field] as const];
    }),
  );

/** The mapping of the last import of this source, as far as it still fits. */
function earlierMapping(base: Base, source: Source, analysis: Analysis): ImportMapping | undefined {
  const last = ImportedObjects.lastMapping(base, source.identity);
  if (last === undefined) return undefined;
  try {
    return checkMapping(base, analysis, source.format, last);
  } catch (error) {
    // The source or the schemas have changed since.
    if (error instanceof PlinthError) return undefined;
    throw error;
  }
}

/**
 * Reads a source and gives the mapping: the sent one, else that of the last import of this source, else a proposal.
 * Throws `validation` for a mapping that does not fit, `invalid` for a source that is damaged.
 */
export async function planImport(
  base: Base,
  source: Source,
  { mapping: sent, signal }: { mapping?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<ImportPlan> {
  const analysis = await analyse(source, { signal });
  const earlier = sent === undefined ? earlierMapping(base, source, analysis) : undefined;
  const mapping =
    sent === undefined
      ? (earlier ?? propose(base, source, analysis))
      : checkMapping(base, analysis, source.format, sent);
  const isEarlier = earlier !== undefined;
  const fields = idFields(mapping);
  const mapped = mapping.groups.filter(({ collection }) => collection !== null);
  if (mapped.every(({ from }) => fields.get(from) === analysis.idFields.get(from)))
    return { mapping, analysis, isEarlier };
  return { mapping, analysis: await analyse(source, { signal, idFields: fields }), isEarlier };
}
