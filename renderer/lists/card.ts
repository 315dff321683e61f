/** What a card shows of an object: an image, its title and a few values. Pure. */
import type { FileItem } from '#contract/files';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { declaredKind } from '../fields';
import { imagesIn } from '../fields/image/image-value';
import type { ListColumn } from './columns';

/** Values on a card; more would make it a form. */
const MOST_VALUES = 3;

/** The properties that hold images, in the order of the schema. */
export const imageProperties = (schema: SchemaDefinition): string[] =>
  Object.entries(schema.properties)
    .filter(
      ([, definition]) => declaredKind(definition)?.takes?.pictures === true && definition.hide !== true,
    )
    .map(([name]) => name);

/** The first image of an object. */
export function imageOf(object: JsonObject, properties: readonly string[]): FileItem | undefined {
  for (const name of properties) {
    const [image] = imagesIn(object[name]);
    if (image) return image;
  }
  return undefined;
}

export interface CardColumns {
  /** Yes and no, as badges. */
  flags: ListColumn[];
  values: ListColumn[];
}

/** The columns cards choose from where users chose none: the best ranked, whatever the width of the list. */
export const rankedColumns = (columns: readonly ListColumn[]): ListColumn[] =>
  columns.filter(({ rank }) => rank !== undefined).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));

/** The columns of a list that its cards show below the title; `omit`: what is shown elsewhere. */
export function cardColumns(columns: readonly ListColumn[], omit: readonly string[]): CardColumns {
  const rest = columns.filter(({ id, show }) => show !== 'title' && !omit.includes(id));
  return {
    flags: rest.filter(({ show }) => show === 'flag'),
    values: rest.filter(({ show }) => show !== 'flag').slice(0, MOST_VALUES),
  };
}

/** Pixels between cards, and around them. */
export const CARD_GAP = 14;

const TITLE = 62;
const FLAGS = 26;
const VALUE = 22;

/** Height in pixels of a card's words, so that all cards are alike. */
export const wordsHeight = ({ flags, values }: CardColumns): number =>
  TITLE + (flags.length > 0 ? FLAGS : 0) + values.length * VALUE;

/** Cards side by side in this width, and the size of one; `images`: they show some. */
export function cardSize(width: number, columns: CardColumns, images: boolean) {
  const room = Math.max(0, width - 2 * CARD_GAP);
  const least = width < 600 ? 150 : 220;
  const across = Math.max(1, Math.floor((room + CARD_GAP) / (least + CARD_GAP)));
  const wide = Math.floor((room - (across - 1) * CARD_GAP) / across);
  const image = images ? Math.round(wide * 0.62) : 0;
  return { across, image, height: image + wordsHeight(columns) };
}
