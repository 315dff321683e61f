/** What each parameter does to pixels: one row each, in the order in which they act. */
import type { Sharp } from 'sharp';
import type { ImageParameters } from '../contract/imageworks.js';

/** One pass of sharp over the pixels of the pass before; `size` is that of the first one's. */
export type Pass = (image: Sharp, size: { width: number; height: number }) => Sharp;

type Matrix = [[number, number, number], [number, number, number], [number, number, number]];

const GREY: Matrix[0] = [0.2126, 0.7152, 0.0722];
const SEPIA: Matrix = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
];

/** Sepia of what was made grey before. */
const greyed = ([red, green, blue]: Matrix[0]): Matrix[0] => {
  const sum = red + green + blue;
  return [GREY[0] * sum, GREY[1] * sum, GREY[2] * sum];
};

function toning({ grayscale, sepia }: ImageParameters): Matrix | undefined {
  if (sepia !== 'true') return grayscale === 'true' ? [GREY, GREY, GREY] : undefined;
  return grayscale === 'true' ? [greyed(SEPIA[0]), greyed(SEPIA[1]), greyed(SEPIA[2])] : SEPIA;
}

/** `value * factor + offset` that does both brightness and contrast, brightness first. */
function linearOf({ brightness, contrast }: ImageParameters): [factor: number, offset: number] | undefined {
  if (brightness === undefined && contrast === undefined) return undefined;
  const added = Number(brightness ?? 0) * 2.55;
  const factor = ((100 + Number(contrast ?? 0)) / 100) ** 2;
  return [factor, added * factor + 127.5 * (1 - factor)];
}

/**
 * Exponents whose product is the requested one. sharp supports exponents of 1 to 3 and their inverses, so a strong
 * darkening takes more than one pass.
 */
function gammaSteps(gamma: number): { before: number; after: number }[] {
  if (gamma >= 1) return [{ before: 1, after: gamma }];
  const steps: { before: number; after: number }[] = [];
  for (let left = 1 / gamma; left > 1; left /= 3) steps.push({ before: Math.min(left, 3), after: 1 });
  return steps;
}

/** What happens to pixels of the final size in the pass that resizes them. */
export function quickEffects(image: Sharp, values: ImageParameters): Sharp {
  const { flip, sharpen, blur } = values;
  if (flip === 'h' || flip === 'both') image.flop();
  if (flip === 'v' || flip === 'both') image.flip();
  const linear = linearOf(values);
  if (linear) image.linear(...linear);
  const matrix = toning(values);
  if (matrix) image.toColourspace('srgb').recomb(matrix);
  if (sharpen !== undefined) {
    const amount = Number(sharpen) / 100;
    image.sharpen({ sigma: 0.5 + amount * 1.5, m1: amount * 5, m2: amount * 10 });
  }
  if (blur !== undefined) image.blur(Math.max(0.3, Number(blur) / 2));
  return image;
}

/** Separate passes, for what sharp cannot do in the pass that resizes. */
export function furtherPasses({ gamma, pixel }: ImageParameters): Pass[] {
  const passes: Pass[] = [];
  if (gamma !== undefined) {
    for (const { before, after } of gammaSteps(Number(gamma))) {
      passes.push((image) => image.gamma(before, after));
    }
  }
  const side = Number(pixel ?? 0);
  if (side > 1) {
    const blocks = (length: number) => Math.max(1, Math.round(length / side));
    passes.push((image, { width, height }) =>
      image.resize(blocks(width), blocks(height), { fit: 'fill', kernel: 'linear' }),
    );
    passes.push((image, { width, height }) =>
      image.resize(width, height, { fit: 'fill', kernel: 'nearest' }),
    );
  }
  return passes;
}
