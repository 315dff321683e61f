import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  editedSize,
  editOfText,
  editProblem,
  editText,
  type ImageEdit,
  movedPoint,
  readEdit,
} from '../../../server/contract/image-edit.js';
import type { ImageParameters } from '../../../server/contract/imageworks.js';
import { renderImage } from '../../../server/derivatives/render.js';

type Pixels = number[][];

const [WIDTH, HEIGHT] = [20, 10];

/** Every pixel another one: red is the column, green the row. */
const source: Pixels = Array.from({ length: HEIGHT }, (_, y) =>
  Array.from({ length: WIDTH }, (__, x) => x * 1000 + y),
);

const columns = (image: Pixels) => image[0]?.length ?? 0;
const mirrored = (image: Pixels): Pixels => image.map((row) => [...row].reverse());
const turned = (image: Pixels): Pixels =>
  Array.from({ length: columns(image) }, (_, x) => image.map((row) => row[x] ?? -1).reverse());

/** What an edit means, done by hand. */
function byHand({ flip, rotate, crop }: ImageEdit): Pixels {
  let image = flip ? mirrored(source) : source;
  for (let angle = 0; angle < rotate; angle += 90) image = turned(image);
  if (!crop) return image;
  const [left, top] = [(columns(image) * crop.x) / 100, (image.length * crop.y) / 100];
  const [right, bottom] = [
    left + (columns(image) * crop.width) / 100,
    top + (image.length * crop.height) / 100,
  ];
  return image
    .slice(Math.round(top), Math.round(bottom))
    .map((row) => row.slice(Math.round(left), Math.round(right)));
}

/** The image as a PNG that a camera held sideways has written: upright only by its EXIF. */
async function sideways(): Promise<Buffer> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (const [y, row] of source.entries()) {
    for (const [x] of row.entries()) {
      data[(y * WIDTH + x) * 3] = x * 10;
      data[(y * WIDTH + x) * 3 + 1] = y * 20;
    }
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer();
}

async function rendered(
  values: ImageParameters,
  focal: readonly [number, number] = [50, 50],
): Promise<Pixels> {
  const bytes = await renderImage(await sideways(), { format: 'png', values, focal, palette: [] });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => (y * info.width + x) * info.channels;
  return Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (__, x) => {
      const place = at(x, y);
      return ((data[place] ?? 0) / 10) * 1000 + (data[place + 1] ?? 0) / 20;
    }),
  );
}

const CROP = { x: 10, y: 20, width: 30, height: 50 };
const EDITS: ImageEdit[] = [false, true].flatMap((flip) =>
  ([0, 90, 180, 270] as const).flatMap((rotate) => [
    { flip, rotate },
    { flip, rotate, crop: CROP },
  ]),
);

describe('an edited image', () => {
  it.each(EDITS)('is upright, mirrored, rotated and cropped to the pixel: %j', async (edit) => {
    const made = await rendered({ edit: editText(edit) });
    expect(made).toEqual(byHand(edit));
    expect({ width: columns(made), height: made.length }).toEqual(
      editedSize({ width: WIDTH, height: HEIGHT }, edit),
    );
  });

  it('is resized, cut around its focal point, rotated and flipped further like any other', async () => {
    const edit: ImageEdit = { flip: false, rotate: 90, crop: { x: 0, y: 0, width: 100, height: 50 } };
    const whole = byHand(edit);
    const text = editText(edit);
    expect(await rendered({ edit: text, or: '90' })).toEqual(turned(whole));
    expect(await rendered({ edit: text, flip: 'h' })).toEqual(mirrored(whole));
    const cut = await rendered({ edit: text, w: '4', h: '10', fit: 'crop-focalpoint' }, [100, 50]);
    expect(cut).toEqual(whole.map((row) => row.slice(-4)));
    expect(columns(await rendered({ edit: text, w: '5' }))).toBe(5);
  });

  it('keeps its focal point on the same part, whatever is done to it', async () => {
    const spot = { x: 4, y: 7 };
    const percent = (x: number, y: number, image: Pixels) => ({
      x: ((x + 0.5) / columns(image)) * 100,
      y: ((y + 0.5) / image.length) * 100,
    });
    const where = (edit: ImageEdit | undefined) => {
      const image = edit ? byHand(edit) : source;
      const y = image.findIndex((row) => row.includes(spot.x * 1000 + spot.y));
      return y < 0 ? undefined : percent(image[y]?.indexOf(spot.x * 1000 + spot.y) ?? 0, y, image);
    };
    const found = EDITS.filter((edit) => where(edit) !== undefined);
    expect(found.length).toBeGreaterThan(8);
    for (const before of [undefined, ...found]) {
      for (const after of [undefined, ...found]) {
        const from = where(before) ?? { x: 0, y: 0 };
        const { x, y } = where(after) ?? { x: 0, y: 0 };
        const moved = movedPoint(from, before, after);
        expect(
          Math.abs(moved.x - x) <= 0.5 && Math.abs(moved.y - y) <= 0.5,
          `${JSON.stringify([before, after])}`,
        ).toBe(true);
      }
    }
    const corner: ImageEdit = { flip: false, rotate: 0, crop: { x: 0, y: 0, width: 10, height: 10 } };
    expect(movedPoint({ x: 90, y: 90 }, undefined, corner)).toEqual({ x: 50, y: 50 });
    expect(movedPoint({ x: 50, y: 50 }, undefined, corner)).toEqual({ x: 50, y: 50 });
  });
});

describe('the values of an edit', () => {
  const HUGE = JSON.parse('1e999') as number;
  it.each([
    [null],
    [[]],
    ['90'],
    [{ rotate: 45 }],
    [{ rotate: '90' }],
    [{ flip: 'h' }],
    [{ blur: 3 }],
    [{ crop: [] }],
    [{ crop: { x: 0, y: 0, width: 50 } }],
    [{ crop: { x: -1, y: 0, width: 50, height: 50 } }],
    [{ crop: { x: 0, y: 0, width: 0, height: 50 } }],
    [{ crop: { x: 0, y: 0, width: 50, height: 0.00001 } }],
    [{ crop: { x: 60, y: 0, width: 50, height: 50 } }],
    [{ crop: { x: 0, y: 0, width: HUGE, height: 50 } }],
    [{ crop: { x: 0, y: 0, width: '50', height: 50 } }],
  ])('are checked: %j has a problem and does nothing where a file has it', (value) => {
    expect(editProblem(value)).toMatch(/^must have/);
    expect(readEdit(value)).toBeUndefined();
  });

  it('leave at least a pixel, stay inside, and survive their text', () => {
    const thin = readEdit({ crop: { x: 99.99, y: 0, width: 0.0001, height: 100 } });
    expect(editedSize({ width: 20, height: 10 }, thin)).toEqual({ width: 1, height: 10 });
    expect(editOfText(editText(thin))).toEqual(thin);
    const third = { x: 33.33335, y: 0, width: 66.66665, height: 100 };
    expect(editedSize({ width: 3, height: 3 }, readEdit({ crop: third }))).toEqual({ width: 2, height: 3 });
    for (const edit of EDITS) {
      const isPlain = !edit.flip && edit.rotate === 0 && !edit.crop;
      expect(editOfText(editText(edit))).toEqual(isPlain ? undefined : edit);
    }
    expect(
      readEdit({ rotate: 0, flip: false, crop: { x: 0, y: 0, width: 100, height: 100 } }),
    ).toBeUndefined();
  });
});
