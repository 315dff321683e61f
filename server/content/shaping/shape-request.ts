/** What a read asks answers to be like: `fields`, `expand`, `locale`, `published` (spec/queries.md#shape). */
import { message, rule } from '../../contract/messages/message.js';
import { invalid } from '../../errors.js';
import { LOCALE, localeOf } from '../../properties/localized/index.js';
import { clausesOf } from '../../query/criteria.js';
import { listIn, publishedFrom } from '../search/query-params.js';

/** The parameters as they came. */
export interface ShapeWords {
  fields?: unknown;
  expand?: unknown;
  locale?: unknown;
  published?: unknown;
}

export interface ShapeRequest {
  /** Dotted names of the properties to show; undefined for all. */
  readonly fields?: readonly string[];
  /** Dotted names of the relations to replace by objects. */
  readonly expand: readonly string[];
  readonly locale?: string;
  /** Only what is live. */
  readonly published: boolean;
}

const MAX_FIELDS = 1000;
const MAX_PATHS = 20;
const MAX_PARTS = 10;

/** The dotted names of a parameter, each once. Throws `invalid` for too many, or names that are too deep. */
function pathsIn(name: 'fields' | 'expand', value: unknown, most: number): string[] {
  const paths = [...new Set(clausesOf(listIn(name, value) ?? ''))];
  const rejected = (sentence: string) =>
    invalid(message('parameterInvalid', { name }), { [name]: [rule(sentence)] });
  if (paths.length > most) throw rejected(`must have at most ${most} names`);
  if (paths.some((path) => path.split('.').length > MAX_PARTS)) {
    throw rejected(`must have names of at most ${MAX_PARTS} parts`);
  }
  return paths;
}

/** Throws `invalid` for anything that is no locale. */
function localeIn(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  const locale = typeof value === 'string' ? localeOf(value.trim()) : '';
  if (LOCALE.test(locale)) return locale;
  throw invalid(message('parameterInvalid', { name: 'locale' }), {
    locale: [message('notLanguage')],
  });
}

/** Reads the parameters; undefined where answers stay as they are. Throws `invalid`. */
export function shapeRequest(words: ShapeWords): ShapeRequest | undefined {
  const { fields, expand, locale, published } = words;
  if (fields === undefined && expand === undefined && locale === undefined && published === undefined) {
    return undefined;
  }
  const names = pathsIn('fields', fields, MAX_FIELDS);
  const language = localeIn(locale);
  const request: ShapeRequest = {
    ...(names.length > 0 && { fields: names }),
    expand: pathsIn('expand', expand, MAX_PATHS),
    ...(language !== undefined && { locale: language }),
    published: publishedFrom(published),
  };
  return isReshaped(request) || request.published ? request : undefined;
}

/** Whether answers differ from the objects themselves. */
export const isReshaped = ({ fields, expand, locale }: ShapeRequest): boolean =>
  fields !== undefined || expand.length > 0 || locale !== undefined;

/** Whether answers depend on more than the objects and their schema. */
export const reachesOut = ({ expand, locale }: ShapeRequest): boolean =>
  expand.length > 0 || locale !== undefined;

/** The same text for requests that make the same of an object. */
export const shapeKey = (shape: ShapeRequest | undefined): string =>
  shape ? JSON.stringify([shape.fields ?? null, shape.expand, shape.locale ?? null]) : '';
