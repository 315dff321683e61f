/** The description of the API of the open folder (OpenAPI 3.1), as far as the reference page reads it. Pure. */
import { queryOptions } from '@tanstack/react-query';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { api } from './client';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface Parameter {
  name: string;
  place: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonObject;
  /** Its value is an object, sent as `name[key]=value`. */
  deep: boolean;
}

/** A body of a request or an answer. */
export interface Content {
  /** Media type. */
  type: string;
  schema: JsonObject;
  example?: JsonValue;
}

export interface ResponseShape {
  status: string;
  description: string;
  contents: Content[];
  headers: string[];
}

/** Who may send a request. */
export type Caller = 'anyone' | 'key' | 'owner';

export interface Operation {
  id: string;
  method: Method;
  /** With `{name}` for its parameters. */
  path: string;
  tag: string;
  summary: string;
  parameters: Parameter[];
  bodies: Content[];
  bodyRequired: boolean;
  responses: ResponseShape[];
  caller: Caller;
}

export interface OperationGroup {
  tag: string;
  description: string;
  operations: Operation[];
}

export interface ApiDescription {
  title: string;
  version: string;
  /** Address of the server. */
  url: string;
  groups: OperationGroup[];
  /** Resolves what a schema refers to; the schema itself where it refers to nothing. */
  resolve(schema: JsonObject): JsonObject;
}

const objectIn = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listIn = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
const textIn = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** The value at `#/a/b/c` of a document. */
function at(document: JsonObject, ref: string): JsonObject {
  if (!ref.startsWith('#/')) return {};
  let value: JsonValue | undefined = document;
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return objectIn(value);
}

const contentsOf = (value: JsonValue | undefined): Content[] =>
  Object.entries(objectIn(value)).map(([type, media]) => {
    const { schema, example } = objectIn(media);
    return { type, schema: objectIn(schema), ...(example !== undefined && { example }) };
  });

function parameterOf(value: JsonValue): Parameter | undefined {
  const { name, in: place, required, description, schema, style } = objectIn(value);
  if (typeof name !== 'string' || (place !== 'path' && place !== 'query' && place !== 'header'))
    return undefined;
  return {
    name,
    place,
    required: required === true,
    description: textIn(description),
    schema: objectIn(schema),
    deep: style === 'deepObject',
  };
}

function callerOf(security: JsonValue | undefined): Caller {
  const ways = listIn(security).map((way) => Object.keys(objectIn(way)));
  if (ways.some((names) => names.length === 0)) return 'anyone';
  return ways.some((names) => names.includes('apiKey')) ? 'key' : 'owner';
}

/** Reads a document. What is not as it should be is left out. */
export function readDescription(document: JsonObject): ApiDescription {
  const resolve = (schema: JsonObject): JsonObject => {
    const ref = textIn(schema.$ref);
    return ref === '' ? schema : at(document, ref);
  };
  const operations = Object.entries(objectIn(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const entry = objectIn(item)[method.toLowerCase()];
      if (!isJsonObject(entry)) return [];
      const body = objectIn(entry.requestBody);
      const id = textIn(entry.operationId) || `${method} ${path}`;
      return [
        {
          id,
          method,
          path,
          tag: textIn(listIn(entry.tags)[0]),
          summary: textIn(entry.summary),
          parameters: listIn(entry.parameters)
            .map(parameterOf)
            .filter((one) => one !== undefined),
          bodies: contentsOf(body.content),
          bodyRequired: body.required === true,
          responses: Object.entries(objectIn(entry.responses)).map(([status, value]) => {
            const { description, content, headers } = resolve(objectIn(value));
            return {
              status,
              description: textIn(description),
              contents: contentsOf(content),
              headers: Object.keys(objectIn(headers)),
            };
          }),
          caller: callerOf(entry.security),
        },
      ];
    }),
  );
  const byTag = new Map<string, Operation[]>();
  for (const operation of operations) {
    byTag.set(operation.tag, [...(byTag.get(operation.tag) ?? []), operation]);
  }
  const tags = listIn(document.tags).map((tag) => {
    const { name, description } = objectIn(tag);
    return { tag: textIn(name), description: textIn(description) };
  });
  const named = new Set(tags.map(({ tag }) => tag));
  const others = [...byTag.keys()].filter((tag) => !named.has(tag)).map((tag) => ({ tag, description: '' }));
  const info = objectIn(document.info);
  return {
    title: textIn(info.title),
    version: textIn(info.version),
    url: textIn(objectIn(listIn(document.servers)[0]).url).replace(/\/$/, ''),
    groups: [...tags, ...others]
      .map((group) => ({ ...group, operations: byTag.get(group.tag) ?? [] }))
      .filter(({ operations: list }) => list.length > 0),
    resolve,
  };
}

/** The operations that hold every word, in their groups. */
export function searchGroups(groups: readonly OperationGroup[], search: string): OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ id, method, path, summary }) => {
        const text = `${method} ${path} ${summary} ${id} ${group.tag}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}

/** The path of the OpenAPI document. */
export const OPENAPI = '/api/openapi.json';

export const descriptionQuery = () =>
  queryOptions({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => readDescription((await api.get<JsonObject>(OPENAPI, { signal })).data),
    staleTime: 0,
  });
