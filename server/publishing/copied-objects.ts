/** Objects of a copy: the addresses they name, the sizes of their images, and what they are with addresses of files. */

import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { invalid } from '../errors.js';
import type { AssetUrl } from './asset-url.js';
import { AddressFinder, type FoundAddress, replaceAddresses } from './find-addresses.js';

/** A recipe of images in one spelling. Throws `invalid` for one without parameters. */
export function recipeOf(query: string): string {
  const sorted = sortedQuery(query.replace(/^\?/, ''));
  if (!/=./.test(sorted)) {
    throw invalid(message('recipeInvalid', { recipe: query }));
  }
  return sorted;
}

/** A query sorted by name, without the version of the image. */
function sortedQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('hash');
  parameters.sort();
  return parameters.toString();
}

/** An address in one spelling. */
export function keyOf(address: string): string {
  const mark = address.indexOf('?');
  if (mark < 0) return address;
  const query = sortedQuery(address.slice(mark + 1));
  return query === '' ? address.slice(0, mark) : `${address.slice(0, mark)}?${query}`;
}

/** A recipe for an image, which is not enlarged: a width of its own at most, with the height in proportion. */
function fitted(recipe: string, { width, height }: JsonObject): string {
  const query = new URLSearchParams(recipe);
  const [wide, high] = [Number(query.get('w')), Number(query.get('h'))];
  if (typeof width !== 'number' || typeof height !== 'number' || !(wide > 0)) return recipe;
  const most = high > 0 ? Math.min(width, Math.round((height * wide) / high)) : width;
  if (wide <= most) return recipe;
  query.set('w', String(most));
  if (high > 0) query.set('h', String(Math.max(1, Math.round((most * high) / wide))));
  query.sort();
  return query.toString();
}

/** A value in which image values have their addresses by recipe, as `sizes`. */
function withSizes(value: JsonValue, recipes: readonly string[]): JsonValue {
  if (Array.isArray(value)) return value.map((one) => withSizes(one, recipes));
  if (!isJsonObject(value)) return value;
  const { url } = value;
  const parts = Object.entries(value).map(([name, part]) => [name, part && withSizes(part, recipes)]);
  if (typeof url === 'string' && url.startsWith('/imageworks/')) {
    const sizes = recipes.map((recipe) => fitted(recipe, value));
    parts.push(['sizes', Object.fromEntries(sizes.map((size) => [size, `${url}?${size}`]))]);
  }
  return Object.fromEntries(parts);
}

/** The addresses in an answer; none of them has a host. */
const foundIn = (text: string) => new AddressFinder([]).in(text, 'script');

/** An answer and the addresses in it. As Latin-1, so that places in the text are places in its bytes. */
export class Addressed {
  readonly #text: string;
  readonly #found: readonly FoundAddress[];

  constructor(answer: Buffer) {
    this.#text = answer.toString('latin1');
    this.#found = foundIn(this.#text);
  }

  get addresses(): string[] {
    return [...new Set(this.#found.map(({ address }) => keyOf(address)))];
  }

  /** The answer with the addresses of files on a page of the copy. */
  at(page: string, url: AssetUrl, paths: ReadonlyMap<string, string>): Buffer {
    const replaced = replaceAddresses(this.#text, this.#found, ({ address }) => {
      const file = paths.get(keyOf(address));
      return file && url.of(page, file.slice(url.folder.length + 1));
    });
    return Buffer.from(replaced, 'latin1');
  }
}

/** An object to copy. */
export class CopiedObject {
  readonly id: string;
  readonly #object: JsonObject;
  readonly #sized: Addressed;

  constructor(object: JsonObject, recipes: readonly string[]) {
    this.id = String(object.id);
    this.#object = object;
    const sized = recipes.length === 0 ? object : withSizes(object, recipes);
    this.#sized = new Addressed(Buffer.from(JSON.stringify(sized)));
  }

  get addresses(): string[] {
    return this.#sized.addresses;
  }

  /** The object with the addresses of files on a page; without a URL of files as the API answers it. */
  at(page: string, url: AssetUrl | undefined, paths: ReadonlyMap<string, string>): JsonObject {
    if (!url) return this.#object;
    return parsed(this.#sized.at(page, url, paths));
  }
}

export function parsed(bytes: Buffer): JsonObject {
  const value: unknown = JSON.parse(bytes.toString());
  return isJsonObject(value) ? value : {};
}

/** What a file of an earlier run says; nothing where it is missing or damaged. */
export function readable(bytes: Buffer | undefined): JsonObject {
  try {
    return bytes ? parsed(bytes) : {};
  } catch {
    return {};
  }
}

/** The objects of a page of a list. */
export function objectsIn(page: Buffer): JsonObject[] {
  const { objects } = parsed(page);
  return Array.isArray(objects) ? objects.filter(isJsonObject) : [];
}
