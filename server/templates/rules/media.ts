/** Rules for pictures: images stay empty, galleries get their structure, nothing gets a file (spec/templates.md#factory). */
import type { Arguments } from '../rule-call.js';
import type { Rule, RuleTable } from './rule.js';

const MAX_SIDE = 10_000;
const MAX_IMAGES = 100;

const nothing: Rule = () => undefined;

const side = (args: Arguments, at: number, name: string, fallback: number): number =>
  args.integer({ at, name, fallback, min: 1, max: MAX_SIDE });

/** Entries of a gallery that has no files yet. */
const gallery: Rule = (_source, args) => {
  const count = args.integer({ at: 0, name: 'count', fallback: 3, min: 0, max: MAX_IMAGES });
  const width = side(args, 1, 'width', 1920);
  const height = side(args, 2, 'height', 1080);
  return Array.from({ length: count }, (_, at) => ({ name: `image-${at + 1}.jpg`, width, height, size: 0 }));
};

/** Rules whose value is an image. In literal objects these, and only these, are rules too (spec/templates.md#factory). */
const IMAGE_RULES: RuleTable = {
  image: nothing,
  imageShapes: nothing,
  imageBlur: nothing,
  imageUrl: nothing,
  imageBW: nothing,
  imageBWBlur: nothing,
  imageText: nothing,
};

const GALLERY_RULES: RuleTable = {
  gallery,
  galleryShapes: gallery,
  galleryBlur: gallery,
  galleryBW: gallery,
  galleryBWBlur: gallery,
  galleryText: gallery,
};

export const MEDIA_RULES: RuleTable = { ...IMAGE_RULES, ...GALLERY_RULES };
