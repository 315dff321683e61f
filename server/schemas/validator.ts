/** Checks the values of a schema's properties with Ajv: 2020-12, all errors, formats (spec/field-kinds.md#validation). */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Details } from '../contract/messages/message.js';
import { type Message, message } from '../contract/messages/message.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { onDemand } from '../on-demand.js';
import { isCron } from './cron.js';
import { valueSchema } from './keywords.js';
import { ruleOf } from './messages.js';
import { Patterns, patternProblem } from './pattern.js';
import type { Checking, Property } from './schema.js';
import { StopWatch } from './stop-watch.js';
import { type SlowValues, TooSlow } from './too-slow.js';

const ajvOf = onDemand<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');
const formatsOf = onDemand<typeof import('ajv-formats')>('ajv-formats');

const newAjv = ({ forAjv: regExp }: Patterns) => {
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
  // The format of the library compiles texts of any length.
  ajv.addFormat('regex', { type: 'string', validate: (text: string) => patternProblem(text) === undefined });
  return ajv;
};

export interface Validator {
  /**
   * Messages per property, nested ones by dotted path, without labels; `values` holds only what is to be checked.
   * Throws `TooSlow` for a value that `slow` does not keep.
   */
  check(values: JsonObject, slow?: SlowValues): Checking;
}

/** `/oklch/l` of `tint` becomes `tint.oklch.l`. */
function pathOf(error: ErrorObject): string {
  const steps = error.instancePath.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

/**
 * Max ms a check may take, twice: all values together, then each alone, which names the slow one. A property that was
 * too slow once is checked alone from then on, and gets less.
 */
const CHECK_MS = 50;
const SLOW_CHECK_MS = 10;

/** Values with so many parts, or eight times as many characters, are checked with a time limit. */
const LARGE = 2000;

/** Max paths a rejection names. */
const MAX_PROBLEMS = 500;

/** The relevant errors: a failed `anyOf` is already covered by its branches. */
const COMPOSITES: ReadonlySet<string> = new Set(['if', 'propertyNames']);

/**
 * Compiles the properties of a schema. Properties with keywords Ajv rejects (a file can have any) lose those keywords;
 * the schema still works.
 */
export function compileValidator(properties: Iterable<Property>): Validator {
  const patterns = new Patterns();
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
    validate = newAjv(patterns).compile(root(schemas));
  } catch {
    const usable = checked.map(({ name, definition, kind }, at): [string, unknown] => {
      const whole = schemas[at] ?? [name, {}];
      return compiles(patterns, root([whole])) ? whole : [name, kind.schema(definition)];
    });
    validate = newAjv(patterns).compile(root(usable));
  }
  const watch = new StopWatch();
  const late = new Set<string>();
  return {
    *check(values, slow) {
      if (!patterns.used && !isLarge(values)) return problemsOf(validate, values);
      const details: Details = {};
      const [together, alone]: [JsonObject, JsonObject] = [Object.create(null), Object.create(null)];
      for (const [name, value] of Object.entries(values)) {
        const known = slow?.known(name);
        if (known !== undefined) details[name] = [known];
        else (late.has(name) ? alone : together)[name] = value;
      }
      yield;
      const finished = watch.run(() => problemsOf(validate, together), CHECK_MS);
      Object.assign(finished ? details : alone, finished ? finished.value : together);
      for (const [name, value] of Object.entries(alone)) {
        yield;
        patterns.matching = undefined;
        const most = late.has(name) ? SLOW_CHECK_MS : CHECK_MS;
        const one = watch.run(() => problemsOf(validate, { [name]: value }), most);
        if (one) Object.assign(details, one.value);
        else {
          late.add(name);
          const problem = slowRule(patterns.matching);
          if (!slow?.keep(name, problem)) throw new TooSlow(name, problem);
          details[name] = [problem];
        }
      }
      return details;
    },
  };
}

function problemsOf(validate: ValidateFunction, values: JsonObject): Details {
  if (validate(values)) return {};
  const details = new Map<string, Message[]>();
  for (const error of validate.errors ?? []) {
    if (COMPOSITES.has(error.keyword)) continue;
    const path = pathOf(error);
    const known = details.get(path) ?? [];
    const problem = ruleOf(error);
    if (!known.some(({ text }) => text === problem.text)) details.set(path, [...known, problem]);
    if (details.size === MAX_PROBLEMS) break;
  }
  return Object.fromEntries(details);
}

const slowRule = (pattern: string | undefined) =>
  pattern === undefined ? message('slowValue') : message('slowPattern', { pattern });

/** Whether values are so large that a rule could take long. */
function isLarge(values: JsonObject): boolean {
  let left = LARGE;
  const spend = (value: JsonValue): void => {
    left -= typeof value === 'string' ? value.length / 8 : 1;
    if (left < 0 || typeof value !== 'object' || value === null) return;
    for (const child of Object.values(value)) {
      if (left < 0) return;
      spend(child);
    }
  };
  spend(values);
  return left < 0;
}

function compiles(patterns: Patterns, schema: object): boolean {
  try {
    newAjv(patterns).compile(schema);
    return true;
  } catch {
    return false;
  }
}
