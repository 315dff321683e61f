/**
 * The icon of a collection: its own, else that of its schema, in its color. Drawn from one file of all icons. Icons
 * and colors are fixed lists: a free color would be unreadable in one theme, and icons as components would not fit
 * into the first screen.
 */
import type { CollectionColor, CollectionIcon as IconName } from '#contract/objects';
import sprite from './collection-icons.svg';

/** Icons of built-in schemas. */
const OF_SCHEMAS: ReadonlyMap<string, IconName> = new Map([
  ['auth', 'people'],
  ['automations', 'robot'],
  ['blog', 'news'],
  ['blog-legacy', 'news'],
  ['builder-page', 'layout'],
  ['code', 'code'],
  ['color', 'palette'],
  ['depot', 'files'],
  ['email', 'at'],
  ['feed', 'rss'],
  ['file', 'file'],
  ['gallery', 'gallery'],
  ['image', 'photo'],
  ['number', 'hash'],
  ['styledtext', 'text'],
  ['text', 'text'],
  ['toggle', 'toggle'],
  ['url', 'link'],
]);

/** What tells how a collection looks; its summary does. */
export interface Look {
  /** Its id, or its path as in a summary: `/schemas/{id}`. */
  schema: string;
  singleton?: boolean;
  icon?: IconName;
  color?: CollectionColor;
}

/** The icon of a collection that has none of its own. */
export function iconOfSchema({ schema, singleton = false }: Look): IconName {
  const id = schema.slice(schema.lastIndexOf('/') + 1);
  return OF_SCHEMAS.get(id) ?? (singleton ? 'page' : 'layers');
}

interface Props {
  of: Look;
  size?: number;
}

export function CollectionIcon({ of, size = 17 }: Props) {
  const icon = of.icon ?? iconOfSchema(of);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      data-color={of.color}
      className="look"
      aria-hidden
    >
      <use href={`${sprite}#${icon}`} />
    </svg>
  );
}
