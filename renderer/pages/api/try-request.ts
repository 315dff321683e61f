/** A request as the user fills it in, and as it is sent. Pure. */
import type { JsonObject } from '#contract/values';
import type { SentRequest } from '../../api/curl';
import type { Content, Operation, Parameter } from '../../api/openapi';
import { t } from '../../t';
import { exampleOf, type Resolve } from './schema-shape';

export interface TryInput {
  /** By place and name; empty ones are not sent. */
  values: Readonly<Record<string, string>>;
  /** Media type of the body; empty for none. */
  type: string;
  /** JSON as text. */
  body: string;
  /** Fields of a form beside its file. */
  fields: Readonly<Record<string, string>>;
}

export const valueKey = ({ place, name }: Parameter): string => `${place} ${name}`;

export const isForm = (type: string): boolean => type === 'multipart/form-data';

/** The field of a form that takes the file, and the others. */
export function formFields({ schema }: Content): { file: string; flags: string[] } {
  const properties: JsonObject =
    typeof schema.properties === 'object' && schema.properties !== null && !Array.isArray(schema.properties)
      ? schema.properties
      : {};
  const names = Object.keys(properties);
  const [file = 'file'] = Array.isArray(schema.required) ? schema.required.map(String) : names;
  return { file, flags: names.filter((name) => name !== file) };
}

/** The body to begin with: an example of the folder, else one made after the schema. */
export function firstBody({ schema, example }: Content, resolve: Resolve): string {
  return JSON.stringify(example ?? exampleOf(schema, resolve) ?? {}, null, 2);
}

/** The id of the object an operation answers with, to try it with. Never for one that deletes. */
function exampleId({ method, responses }: Operation): string {
  if (method === 'DELETE') return '';
  for (const { contents } of responses) {
    for (const { example } of contents) {
      if (typeof example === 'object' && example !== null && 'id' in example) return String(example.id);
    }
  }
  return '';
}

export function firstInput(operation: Operation, resolve: Resolve): TryInput {
  const [body] = operation.bodies;
  const values = Object.fromEntries(
    operation.parameters.map((parameter) => [
      valueKey(parameter),
      parameter.place === 'path' && parameter.name === 'id' ? exampleId(operation) : '',
    ]),
  );
  return {
    values,
    type: body && operation.bodyRequired ? body.type : '',
    body: body && !isForm(body.type) ? firstBody(body, resolve) : '',
    fields: {},
  };
}

/** A value of a deep parameter, a `name=value` a line, as query parameters. */
function deepWords(name: string, text: string): [string, string][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', ...value] = line.split('=');
      return [`${name}[${key.trim()}]`, value.join('=').trim()];
    });
}

/** Path and query of the request. */
export function pathOf({ path, parameters }: Operation, { values }: TryInput): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const value = values[valueKey(parameter)] ?? '';
    if (parameter.place === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.place === 'query' && value !== '') {
      const words: [string, string][] = parameter.deep
        ? deepWords(parameter.name, value)
        : [[parameter.name, value]];
      for (const [name, word] of words) query.append(name, word);
    }
  }
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** Headers the user filled in, and that of a JSON body. */
export function headersOf({ parameters }: Operation, { values, type }: TryInput): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const parameter of parameters) {
    const value = values[valueKey(parameter)] ?? '';
    if (parameter.place === 'header' && value !== '') headers[parameter.name] = value;
  }
  if (type !== '' && !isForm(type)) headers['Content-Type'] = type;
  return headers;
}

/** What is missing or wrong before the request can be sent, by key of the value; `body` for the body. */
export function problemsOf(
  { parameters, bodies }: Operation,
  { values, type, body }: TryInput,
  file?: File,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const parameter of parameters) {
    const key = valueKey(parameter);
    if (parameter.required && (values[key] ?? '').trim() === '') problems[key] = t('Required.');
  }
  if (type !== '' && isForm(type)) {
    if (bodies.length > 0 && !file) problems.file = t('Choose a file.');
  } else if (type !== '') {
    try {
      JSON.parse(body);
    } catch (error) {
      problems.body = error instanceof Error ? error.message : t('Not valid JSON.');
    }
  }
  return problems;
}

/** The request for curl and fetch. */
export function sentRequest(operation: Operation, input: TryInput, url: string, file?: string): SentRequest {
  const content = operation.bodies.find(({ type }) => type === input.type);
  const form = content && isForm(content.type);
  return {
    method: operation.method,
    url: `${url}${pathOf(operation, input)}`,
    headers: headersOf(operation, input),
    body: input.type === '' || form ? undefined : compact(input.body),
    form: form ? { field: formFields(content).file, file: file ?? 'file', fields: input.fields } : undefined,
    open: operation.caller === 'anyone',
  };
}

/** JSON in one line; other text as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Requests that change or remove what is there, or end the session. */
export const isRisky = ({ method, path }: Operation): boolean =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) ||
  (method === 'POST' && /^\/import\/|\/batch$|\/session\/end$|\/rename$/.test(path));
