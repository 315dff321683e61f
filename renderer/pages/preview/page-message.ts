/** What pages in the preview say. A page may be hostile: whatever it sends is checked, and short (spec/preview.md#messages). */
import { isJsonObject, type JsonObject } from '#contract/values';

/** A text or image of a page. */
export interface PagePart {
  text: string;
  /** Address of an image. */
  image: string;
  /** What the site says it shows: `collection/id/property`. */
  place: string;
}

export type PageMessage =
  | { type: 'here'; address: string; title: string }
  | { type: 'down' }
  | { type: 'clicked'; address: string; part: PagePart }
  | { type: 'outside'; href: string }
  | { type: 'parts'; round: number; parts: PagePart[] };

const MOST_PARTS = 2000;

const text = (from: JsonObject, key: string, longest: number): string => {
  const value = from[key];
  return typeof value === 'string' ? value.slice(0, longest) : '';
};

const partOf = (from: JsonObject): PagePart => ({
  text: text(from, 'text', 300),
  image: text(from, 'image', 2000),
  place: text(from, 'place', 600),
});

/** A path of the site; empty for anything else. */
function addressIn(from: JsonObject): string {
  const address = text(from, 'address', 2000);
  return /^\/(?![/\\])/.test(address) ? address : '';
}

/** Undefined for what no page of the preview says. */
export function readMessage(data: unknown): PageMessage | undefined {
  if (!isJsonObject(data) || data.plinth !== 'page') return undefined;
  switch (data.type) {
    case 'down':
      return { type: 'down' };
    case 'here':
      return { type: 'here', address: addressIn(data), title: text(data, 'title', 200) };
    case 'clicked':
      return { type: 'clicked', address: addressIn(data), part: partOf(data) };
    case 'outside': {
      const href = text(data, 'href', 2000);
      return /^https?:\/\//i.test(href) && URL.canParse(href) ? { type: 'outside', href } : undefined;
    }
    case 'parts': {
      const { round, parts } = data;
      if (typeof round !== 'number' || !Array.isArray(parts)) return undefined;
      return { type: 'parts', round, parts: parts.slice(0, MOST_PARTS).filter(isJsonObject).map(partOf) };
    }
    default:
      return undefined;
  }
}
