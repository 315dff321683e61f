/** The preview of the site beside a form (spec/preview.md). */
import * as wire from './json-schema.js';
import { ID } from './names.js';

/** What this machine knows of the site. */
export const PREVIEW = wire.named(
  'Preview',
  wire.all({
    /** Address of the development server; empty: none was given. */
    site: wire.text,
    /** Whether Plinth has started it: then it reads through the change sets, and the unsaved changes of its user. */
    isStarted: wire.bool,
    /** Ids of the change sets that it reads through. */
    sets: wire.listOf(wire.text),
  }),
);
export type PreviewState = wire.Typed<typeof PREVIEW>;
export const PREVIEW_CHANGE = wire.named(
  'PreviewChange',
  wire.some({ site: { ...wire.text, maxLength: 200 }, sets: { ...wire.listOf(ID), maxItems: 10 } }),
);
export type PreviewChange = wire.Typed<typeof PREVIEW_CHANGE>;

export const PREVIEW_OPENING = wire.named(
  'PreviewOpening',
  wire.all({
    /** Origin of the admin that shows it. */
    admin: { ...wire.text, maxLength: 200 },
  }),
);
export const PREVIEW_OPENED = wire.named(
  'OpenPreview',
  wire.all({
    /** Where the pages of the site are shown. */
    origin: wire.text,
    /** Where they are shown as they were built last, and when that was; null: no site was built. */
    published: wire.orNull(wire.all({ origin: wire.text, at: wire.time })),
  }),
);
export type OpenedPreview = wire.Typed<typeof PREVIEW_OPENED>;

/** A value of an object that a page shows. */
const PLACE = wire.all({
  collection: wire.text,
  id: wire.text,
  /** The property, or the dotted path of a value in it. */
  property: wire.text,
  /** What the object is called. */
  title: wire.text,
});
export type FoundPlace = wire.Typed<typeof PLACE>;
export const PLACES = wire.named('FoundPlaces', wire.all({ places: wire.listOf(PLACE) }));

/** What a page shows: all of a text, or its beginning. */
export const SHOWN_PART = wire.named(
  'ShownPart',
  wire.some({
    text: { ...wire.text, maxLength: 300 },
    /** Address of an image. */
    image: { ...wire.text, maxLength: 2000 },
    /** Path of the page. */
    address: { ...wire.text, maxLength: 2000 },
  }),
);
export type ShownPart = wire.Typed<typeof SHOWN_PART>;

/** The pages that show an object, of each site that was built. */
export const OBJECT_PAGES = wire.named(
  'ObjectPages',
  wire.all({
    sites: wire.listOf(
      wire.all({
        site: wire.text,
        name: wire.text,
        /** When it was built. */
        at: wire.time,
        total: wire.count,
        /** Paths, that of the object's own page first. */
        pages: wire.listOf(wire.text),
      }),
    ),
  }),
);
export type ObjectPages = wire.Typed<typeof OBJECT_PAGES>;
