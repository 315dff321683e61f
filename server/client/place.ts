/** Says where what a page shows comes from. */

/**
 * The value of the attribute `data-plinth`, by which the preview finds the field of an element. `property`: its name, or
 * the dotted path of a value in a card or deck.
 */
export const placeOf = (collection: string, id: string, property: string): string =>
  [collection, id, property].map(encodeURIComponent).join('/');
