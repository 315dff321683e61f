/**
 * Validates a JSON body against the schema in its route's row, before the handler is called. Not for objects,
 * schemas, settings and views, which are also read from files of other programs: their operations check them, with
 * labels and paths.
 */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type Details, type Message, message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { invalid } from '../errors.js';
import { onDemand } from '../on-demand.js';
import { ruleOf } from '../schemas/messages.js';

const ajvOf = onDemand<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');

/** Schemas of rows are checked by tests: compiling the meta-schema would take most of the first request of a route. */
const OPTIONS = {
  allErrors: true,
  ownProperties: true,
  logger: false,
  meta: false,
  validateSchema: false,
} as const;

/** Maximum number of problems in a response. */
const MAX_PROBLEMS = 100;

/** `/files/0` and a missing `path` become `files.0.path`. */
function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const steps = instancePath.split('/').slice(1);
  if (keyword === 'required') steps.push(String(params.missingProperty));
  return steps.join('.');
}

function problemsOf(errors: readonly ErrorObject[]): Details {
  const details = new Map<string, Message[]>();
  for (const error of errors.slice(0, MAX_PROBLEMS)) {
    const field = fieldOf(error);
    const problem = error.keyword === 'required' ? message('required') : ruleOf(error);
    details.set(field, [...(details.get(field) ?? []), problem]);
  }
  return Object.fromEntries(details);
}

/** A validator for an object schema, compiled on first use. It throws `invalid`. */
export function bodyCheck(schema: JsonObject): (body: unknown) => void {
  let validate: ValidateFunction | undefined;
  return (body) => {
    if (!isJsonObject(body)) throw invalid(message('bodyNeedsObject'));
    validate ??= new (ajvOf().Ajv2020)(OPTIONS).compile(schema);
    if (validate(body)) return;
    throw invalid(message('bodyFields'), problemsOf(validate.errors ?? []));
  };
}
