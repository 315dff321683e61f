/**
 * Addresses of the pages of objects on the site, by the `url` of their collection (spec/resources.md#collection), and
 * which object an address leads to. Links in rich texts are such addresses (decisions/0206).
 */
import type { JsonObject } from './values.js';

export interface PagePattern {
  collection: string;
  /** The `url` of the collection; where it is empty, `/{collection}/{id}`. */
  url: string;
  prettyUrl: boolean;
}

export interface ObjectName {
  collection: string;
  id: string;
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}|\$?\{([^{}]*)\}/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The pattern with its placeholders; a prefix is followed by the id. */
function wholePattern({ collection, url, prettyUrl }: PagePattern): string {
  if (url === '') return `/${collection}/{id}`;
  const rooted = /^(?:\/|https?:)/i.test(url) ? url : `/${url}`;
  if (rooted.search(PLACEHOLDER) !== -1) return rooted;
  return prettyUrl ? `${rooted.replace(/\/$/, '')}/{id}` : `${rooted}?id={id}`;
}

/** The names of the properties that the address of a page is made of. */
export const partsOfAddress = (pattern: PagePattern): string[] =>
  [...wholePattern(pattern).matchAll(PLACEHOLDER)].map(([, double, single]) =>
    (double ?? single ?? '').trim(),
  );

/** The address of an object's page; undefined where a value that it is made of is missing. */
export function pageAddress(pattern: PagePattern, object: JsonObject): string | undefined {
  let isWhole = true;
  const address = wholePattern(pattern).replace(PLACEHOLDER, (_all, double?: string, single?: string) => {
    const value = object[(double ?? single ?? '').trim()];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text === '') isWhole = false;
    return encodeURIComponent(text);
  });
  return isWhole ? address : undefined;
}

/** An address without what leads into the page, and without a slash at its end. */
const pageOf = (address: string): string => (address.split('#')[0] ?? '').replace(/(?<=.)\/$/, '');

interface Matcher {
  collection: string;
  /** Finds the id. */
  expression: RegExp;
  /** Length of the text that all addresses begin with. */
  prefix: number;
}

function matcherOf(pattern: PagePattern): Matcher | undefined {
  const whole = pageOf(wholePattern(pattern));
  const literals = whole.split(PLACEHOLDER).filter((_part, at) => at % 3 === 0);
  const names = partsOfAddress(pattern);
  // Several placeholders in one segment could be matched in very many ways.
  const isClear = whole.split('/').every((segment) => [...segment.matchAll(PLACEHOLDER)].length < 3);
  if (!names.includes('id') || !isClear) return undefined;
  const isQuery = literals.some((literal) => literal.includes('?'));
  let source = escaped(literals[0] ?? '');
  let isFound = false;
  for (const [at, name] of names.entries()) {
    source += name === 'id' && !isFound ? '(?<id>[^/?#&]+)' : '[^/?#&]+';
    isFound ||= name === 'id';
    source += escaped(literals[at + 1] ?? '');
  }
  return {
    collection: pattern.collection,
    expression: new RegExp(`^${source}${isQuery ? '(?:&.*)?' : '/?(?:\\?.*)?'}$`),
    prefix: (literals[0] ?? '').length,
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const MAX_ADDRESS_LENGTH = 2000;

/**
 * Finds the objects whose page an address may be, the most likely first. They need not exist: `/{id}` matches any
 * page at the root of a site.
 */
export function objectFinder(patterns: readonly PagePattern[]): (address: string) => ObjectName[] {
  const matchers = patterns
    .flatMap((pattern) => matcherOf(pattern) ?? [])
    .sort((a, b) => b.prefix - a.prefix);
  return (address) => {
    if (address.length > MAX_ADDRESS_LENGTH) return [];
    const page = pageOf(address);
    return matchers.flatMap(({ collection, expression }) => {
      const id = decoded(expression.exec(page)?.groups?.id ?? '');
      return id === undefined || id === '' ? [] : [{ collection, id }];
    });
  };
}
