/**
 * What values that name files are in the description of the API; all keys are missing while there is no file. Clients
 * are generated with these names: `File` would hide the one of the browser, and `Image` is what the schema `image` is
 * called in them.
 */
import type { JsonObject } from '../../contract/values.js';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };
const number = { type: 'number' };

const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: true,
});

const ITEM: JsonObject = {
  name: text,
  alt: text,
  caption: text,
  mime: text,
  url: text,
  uploadDate: text,
  tags: { type: 'array', items: text },
  size: count,
};

const FOCALPOINT: JsonObject = { type: 'object', properties: { x: number, y: number } };

const percent = { type: 'number', minimum: 0, maximum: 100 };
const SIZE: JsonObject = { type: 'object', readOnly: true, properties: { width: count, height: count } };

const EDIT: JsonObject = {
  description: 'How the image is shown: mirrored, rotated, then cropped. Absent: as it was uploaded.',
  type: 'object',
  properties: {
    flip: flag,
    rotate: { type: 'integer', enum: [0, 90, 180, 270] },
    crop: {
      description: 'In percent of the mirrored and rotated image.',
      type: 'object',
      required: ['x', 'y', 'width', 'height'],
      properties: { x: percent, y: percent, width: percent, height: percent },
    },
    original: SIZE,
  },
};

const ENTRIES: JsonObject = { type: 'array', items: { $ref: '#/components/schemas/DepotEntry' } };

export const IMAGE_COMPONENTS: JsonObject = {
  ImageValue: object({
    ...ITEM,
    link: text,
    hash: text,
    width: count,
    height: count,
    featured: flag,
    focalpoint: FOCALPOINT,
    edit: EDIT,
    palette: { type: 'array', items: {} },
    exif: { type: 'object', additionalProperties: true },
  }),
};

const FILE: JsonObject = {
  ...ITEM,
  download: text,
  ext: text,
  comments: text,
  count,
  focalpoint: FOCALPOINT,
};

export const FILE_COMPONENTS: JsonObject = {
  FileValue: object({ ...FILE, protected: flag, hasPassword: flag }),
};

export const DEPOT_COMPONENTS: JsonObject = {
  DepotEntry: {
    description: 'A file, or a folder: its `mime` is `folder` and it has `files` of its own.',
    ...object({ ...FILE, files: ENTRIES }),
  },
  DepotValue: object({ files: ENTRIES, protected: flag, hasPassword: flag }),
};

const GUARD: JsonObject = { protected: flag, hasPassword: flag, password: text };

/** What is stored of a file; answers tell of the password only whether there is one. */
export const STORED_FILE: JsonObject = object({ ...FILE, ...GUARD });

/** Entries of a depot as they are stored; folders have entries again. */
const STORED_ENTRIES: JsonObject = { type: 'array' };
STORED_ENTRIES.items = object({ ...FILE, ...GUARD, files: STORED_ENTRIES });

export const STORED_DEPOT: JsonObject = object({ ...GUARD, files: STORED_ENTRIES });
