/** Checks the values of a schema's properties with Ajv: 2020-12, all errors, formats (facts, trap 7). */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import { onDemand } from '../on-demand.js';
import { isCron } from './cron.js';
import { valueSchema } from './keywords.js';
import { sentenceOf } from './messages.js';
import { boundedPatterns } from './pattern.js';
import type { Property } from './schema.js';

const ajvOf = onDemand<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');
const formatsOf = onDemand<typeof import('ajv-formats')>('ajv-formats');

const newAjv = (regExp: ReturnType<typeof boundedPatterns>) => {
  const { Ajv2020 } = ajvOf();
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    ownProperties: true,
    logger: false,
    // Definitions are held against the meta-schema when they are saved; compiling it here would cost every schema.
    meta: false,
    validateSchema: false,
    code: { regExp },
  });
  formatsOf().default(ajv);
  ajv.addFormat('cron', { type: 'string', validate: isCron });
  return ajv;
};

export interface Validator {
  /** Messages per property, nested ones by dotted path, without labels; `values` holds only what is to be checked. */
  check(values: JsonObject): ErrorDetails;
}

/** `/oklch/l` of `tint` becomes `tint.oklch.l`. */
function pathOf(error: ErrorObject): string {
  const steps = error.instancePath.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

/** The errors that say something: a failed `anyOf` is told by its branches already. */
const COMPOSITES: ReadonlySet<string> = new Set(['if', 'propertyNames']);

/**
 * Compiles the properties of a schema. Keywords Ajv refuses (a file can hold anything) cost their property those
 * keywords, not the schema its life.
 */
export function compileValidator(properties: Iterable<Property>): Validator {
  const regExp = boundedPatterns();
  // Parts are checked by the schema they follow.
  const checked = [...properties].filter(({ kind, children }) => !kind.kept && !kind.files && !children);
  const root = (entries: [string, unknown][]) => ({
    type: 'object',
    properties: Object.fromEntries(entries),
  });
  const schemas = checked.map(({ name, definition, kind }): [string, unknown] => [
    name,
    valueSchema(definition, kind),
  ]);
  let validate: ValidateFunction;
  try {
    validate = newAjv(regExp).compile(root(schemas));
  } catch {
    const usable = checked.map(({ name, definition, kind }, at): [string, unknown] => {
      const whole = schemas[at] ?? [name, {}];
      return compiles(regExp, root([whole])) ? whole : [name, kind.schema(definition)];
    });
    validate = newAjv(regExp).compile(root(usable));
  }
  return {
    check(values) {
      if (validate(values)) return {};
      const details = new Map<string, string[]>();
      for (const error of validate.errors ?? []) {
        if (COMPOSITES.has(error.keyword)) continue;
        const path = pathOf(error);
        const messages = details.get(path) ?? [];
        const sentence = sentenceOf(error);
        if (!messages.includes(sentence)) details.set(path, [...messages, sentence]);
      }
      return Object.fromEntries(details);
    },
  };
}

function compiles(regExp: ReturnType<typeof boundedPatterns>, schema: object): boolean {
  try {
    newAjv(regExp).compile(schema);
    return true;
  } catch {
    return false;
  }
}
