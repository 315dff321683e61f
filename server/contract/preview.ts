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

/** Hours after which an address that shows the preview to others can end. */
const SHARE_HOURS = [1, 24, 168] as const;

/** An address at which the preview is shown to others. */
const PREVIEW_SHARE = wire.all({
  id: wire.text,
  /** Id of the site. */
  site: wire.text,
  /** Ids of the change sets that the site is shown with. */
  sets: wire.listOf(wire.text),
  /** Whether unsaved changes are shown as well. */
  unsaved: wire.bool,
  /** Name of the user who has made it. */
  by: wire.text,
  at: wire.time,
  until: wire.time,
  /** Whether it shows its pages now; otherwise the site does not run, or is shown with other change sets. */
  isShown: wire.bool,
});
export type PreviewShare = wire.Typed<typeof PREVIEW_SHARE>;

export const PREVIEW_SHARES = wire.named(
  'PreviewShares',
  wire.all({
    shares: wire.listOf(PREVIEW_SHARE),
    /**
     * Whether the addresses work on other machines: `network`, or why they work on this one only: the setting is off,
     * Plinth listens on this machine only, or no name of it is known.
     */
    reach: wire.choice('network', 'switchedOff', 'notListening', 'noName'),
  }),
);
export type PreviewShares = wire.Typed<typeof PREVIEW_SHARES>;

export const PREVIEW_SHARING = wire.named(
  'PreviewSharing',
  wire.all(
    { hours: { type: 'integer', enum: [...SHARE_HOURS] } as wire.Shape<(typeof SHARE_HOURS)[number]> },
    {
      /** Whether unsaved changes are shown as well; default: no. */
      unsaved: wire.bool,
      /** Path of the page that the address leads to. */
      path: { ...wire.text, pattern: '^/', maxLength: 2000 } as wire.Shape<string>,
    },
  ),
);
export type PreviewSharing = wire.Typed<typeof PREVIEW_SHARING>;
/** The one answer that has the address. */
export const PREVIEW_SHARED = wire.named('SharedPreview', wire.all({ share: PREVIEW_SHARE, url: wire.text }));
export type SharedPreview = wire.Typed<typeof PREVIEW_SHARED>;
