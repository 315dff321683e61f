/** The query of an image address as checked parameters in one spelling. */
import { editOfText, editText, type ImageEdit } from '../contract/image-edit.js';
import {
  IMAGE_PARAMETERS,
  IMAGE_PRESETS,
  type ImageParameter,
  type ImageParameterName,
  type ImageParameters,
  imageParameterProblem,
} from '../contract/imageworks.js';
import { type Details, message, rule } from '../contract/messages/message.js';
import { invalid } from '../errors.js';

const ROWS: readonly (ImageParameter & { name: ImageParameterName })[] = IMAGE_PARAMETERS;

/** A value in its canonical spelling; undefined for values that are already canonical. */
function canonical(row: ImageParameter, value: string): string | undefined {
  let spelled = value;
  if (row.form === 'boolean') spelled = value === '1' || value === 'true' ? 'true' : 'false';
  if (row.form === 'integer' || row.form === 'number') spelled = String(Number(value));
  return spelled === row.default ? undefined : spelled;
}

/** `filt` and `jpeg` are other words for what has a parameter or a name already. */
function inOneSpelling(values: ImageParameters): ImageParameters {
  const { filt, ...rest } = values;
  if (filt === 'sepia') rest.sepia = 'true';
  else if (filt !== undefined) rest.grayscale = 'true';
  if (rest.format === 'jpeg') rest.format = 'jpg';
  if (rest.or === '0') delete rest.or;
  return rest;
}

/** The values a preset gives; those a user defined may hold anything and are checked like a query. */
function presetValues(presets: Readonly<Record<string, unknown>>, name: unknown): Record<string, unknown> {
  if (typeof name !== 'string') return {};
  const preset = Object.hasOwn(presets, name)
    ? presets[name]
    : Object.hasOwn(IMAGE_PRESETS, name)
      ? IMAGE_PRESETS[name]
      : undefined;
  return typeof preset === 'object' && preset !== null ? { ...preset } : {};
}

/** What was sent for a row under any of its names; an empty value is none. */
function sentFor(row: ImageParameter, query: Readonly<Record<string, unknown>>): unknown[] {
  return [row.name, ...row.aliases]
    .map((name) => (Object.hasOwn(query, name) ? query[name] : undefined))
    .filter((value) => value !== undefined && value !== '');
}

/**
 * Reads a query. Unknown parameters are ignored; parameters of the query win over those of a preset (`p`). Throws
 * `invalid` naming every bad one.
 */
export function readImageParameters(
  query: Readonly<Record<string, unknown>>,
  presets: Readonly<Record<string, unknown>> = {},
): ImageParameters {
  const preset = presetValues(presets, query.p);
  const values: ImageParameters = {};
  const details: Details = {};
  for (const row of ROWS) {
    const own = sentFor(row, query);
    const [value, second] = own.length > 0 ? own : sentFor(row, preset);
    if (value === undefined) continue;
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof text !== 'string' || second !== undefined) {
      details[row.name] = [message('notSentOnce')];
      continue;
    }
    const problem = imageParameterProblem(row, text);
    if (problem !== undefined) details[row.name] = [rule(problem)];
    else {
      const spelled = canonical(row, text);
      if (spelled !== undefined) values[row.name] = spelled;
    }
  }
  if (Object.keys(details).length > 0) throw invalid(message('parametersInvalid'), details);
  return inOneSpelling(values);
}

/** The parameters of an image that is stored with an edit: the query wins over it. */
export function withStoredEdit(values: ImageParameters, stored: ImageEdit | undefined): ImageParameters {
  const { edit: asked, ...rest } = values;
  const edit = asked === undefined ? stored : (editOfText(asked) ?? undefined);
  return edit ? { ...rest, edit: editText(edit) } : rest;
}

/** The canonical text of equivalent queries. */
export function parametersKey(values: ImageParameters): string {
  return ROWS.filter(({ name }) => values[name] !== undefined)
    .map(({ name }) => `${name}=${values[name]}`)
    .join('&');
}
