/** Addresses of images as pages ask for them (spec/images.md#parameters), made of the table of parameters. Pure. */
import {
  IMAGE_PARAMETERS,
  type ImageFormat,
  type ImageParameter,
  imageParameterProblem,
} from '#contract/imageworks';
import type { JsonObject } from '#contract/values';
import { textIn } from './image-value';

/** Values by the names of parameters, as text; what is empty is not asked for. */
export type Asked = Readonly<Record<string, string>>;

/** Other spellings of parameters that are offered, and the format, which the address has already. */
const LEFT_OUT: ReadonlySet<string> = new Set(['filt', 'format']);

/** The parameters the builder offers: those of the size first, then the others. */
export const OFFERED: readonly ImageParameter[] = IMAGE_PARAMETERS.filter(({ name }) => !LEFT_OUT.has(name));

const isAsked = (row: ImageParameter, value: string | undefined): value is string =>
  value !== undefined && value !== '' && value !== row.default;

/** What is wrong with a value, as a sentence; undefined when nothing is. */
export function problemOf(row: ImageParameter, value: string | undefined): string | undefined {
  const problem = isAsked(row, value) ? imageParameterProblem(row, value) : undefined;
  return problem && `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}

/**
 * The path of an image in a format, with what is asked of it and its hash, so that browsers may keep it. Values that
 * break a rule are left out.
 */
export function derivativePath(item: JsonObject, format: ImageFormat, asked: Asked): string {
  const query = new URLSearchParams();
  for (const row of OFFERED) {
    const value = asked[row.name];
    if (isAsked(row, value) && problemOf(row, value) === undefined) query.set(row.name, value);
  }
  const hash = textIn(item, 'hash');
  if (hash !== '') query.set('hash', hash);
  const [address = ''] = textIn(item, 'url').split('?');
  const path = address.replace(/\.[a-z]+$/, `.${format}`);
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? path : `${path}?${text}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** An `img` element for a page. `size` in pixels, when it is known, keeps the page from jumping. */
export function imageElement(
  address: string,
  item: JsonObject,
  size: { width: number; height: number } | undefined,
): string {
  const sides = size ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${escaped(address)}" alt="${escaped(textIn(item, 'alt'))}"${sides}>`;
}
