/**
 * The parameters of `/imageworks` (spec/images.md#parameters), one row each: from these come the checks, the API's description,
 * the admin's URL builder and the names under which derivatives are cached.
 */
import { EDIT_PATTERN, editOfText } from './image-edit.js';

/** How a parameter is written: whole numbers, numbers, `true`/`false`, one of some words, or another form. */
export type ImageParameterForm =
  | { form: 'integer' | 'number'; minimum: number; maximum: number }
  | { form: 'boolean' }
  | { form: 'choice'; choices: readonly string[] }
  | { form: 'pattern'; pattern: RegExp; example: string; holds?(value: string): boolean };

export type ImageParameter = ImageParameterForm & {
  name: string;
  /** Further names it is known by. */
  aliases: readonly string[];
  /** What holds without it; absent: no effect. */
  default?: string;
  description: string;
};

export const IMAGE_FORMATS = ['jpg', 'png', 'webp', 'avif', 'gif'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Named anchors of a crop as percent of the source. */
export const CROP_ANCHORS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  'crop-top-left': [0, 0],
  'crop-top': [50, 0],
  'crop-top-right': [100, 0],
  'crop-left': [0, 50],
  'crop-center': [50, 50],
  'crop-right': [100, 50],
  'crop-bottom-left': [0, 100],
  'crop-bottom': [50, 100],
  'crop-bottom-right': [100, 100],
};

export const IMAGE_FITS = [
  'contain',
  'crop',
  'cover',
  'fill',
  'inside',
  'outside',
  'max',
  'stretch',
  ...Object.keys(CROP_ANCHORS),
  'crop-focalpoint',
] as const;

const COLOR = '(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}|palette[0-4])';

const PERCENT = '(?:100|[1-9]?\\d)';

/** Largest box that can be requested. */
const MAX_REQUESTED_SIDE = 8192;
/** Largest derivative. */
export const MAX_SIDE = 4096;
export const MAX_PIXELS = 16_000_000;
/** Frames and pixels of all frames of an animated derivative; above these it is a still. */
export const MAX_FRAMES = 500;
export const MAX_FRAME_PIXELS = 32_000_000;
/** AVIF costs by the pixel far more than the others. */
export const MAX_AVIF_PIXELS = 4_000_000;

export const IMAGE_PARAMETERS = [
  {
    name: 'w',
    aliases: [],
    form: 'integer',
    minimum: 1,
    maximum: MAX_REQUESTED_SIDE,
    description: 'Width in pixels. Never enlarges.',
  },
  {
    name: 'h',
    aliases: [],
    form: 'integer',
    minimum: 1,
    maximum: MAX_REQUESTED_SIDE,
    description: 'Height in pixels. Never enlarges.',
  },
  {
    name: 'fit',
    aliases: [],
    form: 'pattern',
    pattern: new RegExp(`^(?:${IMAGE_FITS.join('|')}|crop-${PERCENT}-${PERCENT})$`),
    example: 'crop-focalpoint',
    default: 'contain',
    description: `How the image is fitted into the box: ${IMAGE_FITS.join(', ')}, or crop-x-y in percent.`,
  },
  {
    name: 'format',
    aliases: ['fm'],
    form: 'choice',
    choices: [...IMAGE_FORMATS, 'jpeg'],
    description: 'Format of the response. Default: the format in the URL.',
  },
  {
    name: 'quality',
    aliases: ['q'],
    form: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Quality of JPEG, WebP and AVIF. Default: 92, 82 and 55.',
  },
  {
    name: 'dpr',
    aliases: [],
    form: 'number',
    minimum: 1,
    maximum: 8,
    default: '1',
    description: 'Device pixel ratio: multiplies width and height.',
  },
  {
    name: 'or',
    aliases: [],
    form: 'choice',
    choices: ['auto', '0', '90', '180', '270'],
    default: 'auto',
    description: 'Rotates the upright image clockwise.',
  },
  {
    name: 'flip',
    aliases: [],
    form: 'choice',
    choices: ['h', 'v', 'both'],
    description: 'Flips the image horizontally, vertically, or both.',
  },
  {
    name: 'brightness',
    aliases: ['bri'],
    form: 'integer',
    minimum: -100,
    maximum: 100,
    default: '0',
    description: 'Darker below 0, brighter above.',
  },
  {
    name: 'contrast',
    aliases: ['con'],
    form: 'integer',
    minimum: -100,
    maximum: 100,
    default: '0',
    description: 'Less contrast below 0, more above.',
  },
  {
    name: 'gamma',
    aliases: ['gam'],
    form: 'number',
    minimum: 0.1,
    maximum: 3,
    default: '1',
    description: 'Gamma correction: darker midtones below 1, brighter above.',
  },
  {
    name: 'sharpen',
    aliases: ['sharp'],
    form: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'How much to sharpen.',
  },
  {
    name: 'blur',
    aliases: [],
    form: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'How much to blur.',
  },
  {
    name: 'pixel',
    aliases: [],
    form: 'integer',
    minimum: 0,
    maximum: 1000,
    default: '0',
    description: 'Pixelates: size of the blocks; 0 for none.',
  },
  {
    name: 'grayscale',
    aliases: ['greyscale'],
    form: 'boolean',
    default: 'false',
    description: 'Converts to grayscale.',
  },
  {
    name: 'sepia',
    aliases: [],
    form: 'boolean',
    default: 'false',
    description: 'Sepia tone.',
  },
  {
    name: 'filt',
    aliases: [],
    form: 'choice',
    choices: ['grayscale', 'greyscale', 'sepia'],
    description: 'Alias of `grayscale=true` and `sepia=true`.',
  },
  {
    name: 'bg',
    aliases: [],
    form: 'pattern',
    pattern: new RegExp(`^${COLOR}$`),
    example: 'ffffff',
    description: 'Background color of transparent parts: hex, or `palette0` to `palette4` of the image.',
  },
  {
    name: 'border',
    aliases: [],
    form: 'pattern',
    pattern: new RegExp(`^(?:[1-9]\\d{0,2}),${COLOR},(?:overlay|shrink|expand)$`),
    example: '10,ffffff,overlay',
    description: 'A border: size in pixels, color, and `overlay`, `shrink` or `expand`.',
  },
  {
    name: 'frame',
    aliases: [],
    form: 'choice',
    choices: ['0'],
    description: '`0`: the first frame of an animated image, which WebP and GIF otherwise keep moving.',
  },
  {
    name: 'edit',
    aliases: [],
    form: 'pattern',
    pattern: EDIT_PATTERN,
    example: '90,0,10,20,50,50',
    holds: (value) => editOfText(value) !== null,
    description:
      'In place of the edit of the image value: rotation, 1 to mirror, and the crop as left, top, width and height in percent; `none` for the image as it was uploaded.',
  },
] as const satisfies readonly ImageParameter[];

export type ImageParameterName = (typeof IMAGE_PARAMETERS)[number]['name'];

/** Values by the names of the table, as text in one spelling each. */
export type ImageParameters = Partial<Record<ImageParameterName, string>>;

/** Sets of parameters under a short name, `p=small`. */
export const IMAGE_PRESETS: Readonly<Record<string, ImageParameters>> = {
  small: { w: '300', h: '200' },
  'small-crop': { w: '300', h: '300', fit: 'crop-focalpoint' },
  medium: { w: '600', h: '400' },
  'medium-crop': { w: '600', h: '600', fit: 'crop-focalpoint' },
  placeholder: { w: '16', h: '16', format: 'webp', quality: '40' },
};

/** What is wrong with a value; undefined when nothing is. */
export function imageParameterProblem(row: ImageParameter, value: string): string | undefined {
  switch (row.form) {
    case 'boolean':
      return /^(?:true|false|1|0)$/.test(value) ? undefined : 'must be true or false';
    case 'choice':
      return row.choices.includes(value) ? undefined : `must be one of ${row.choices.join(', ')}`;
    case 'pattern':
      return row.pattern.test(value) && row.holds?.(value) !== false
        ? undefined
        : `must be written like ${row.example}`;
    default: {
      const written = row.form === 'integer' ? /^-?\d{1,9}$/ : /^-?\d{1,9}(?:\.\d{1,9})?$/;
      const number = Number(value);
      const sound = written.test(value) && number >= row.minimum && number <= row.maximum;
      const what = row.form === 'integer' ? 'a whole number' : 'a number';
      return sound ? undefined : `must be ${what} from ${row.minimum} to ${row.maximum}`;
    }
  }
}
