import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ImageFormat, ImageParameters } from '../../../server/contract/imageworks.js';
import { readImageParameters } from '../../../server/derivatives/parameters.js';
import { renderImage } from '../../../server/derivatives/render.js';
import { refusal } from '../../helpers/site.js';

const PALETTE = ['#102030', '#405060'];

/** Four quarters: red, green, blue, white, from left to right and top to bottom. */
async function quarters(width: number, height: number): Promise<Buffer> {
  const colours: readonly (readonly [number, number, number])[] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = colours[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? [0, 0, 0];
      for (const [band, value] of colour.entries()) data[(y * width + x) * 3 + band] = value;
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

const flat = (grey: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .png()
    .toBuffer();

async function render(source: Buffer, query: Record<string, unknown>, format: ImageFormat = 'png') {
  const values: ImageParameters = readImageParameters(query);
  const bytes = await renderImage(source, { format, values, focal: [100, 100], palette: PALETTE });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    return [...data.subarray(start, start + info.channels)];
  };
  return { bytes, width: info.width, height: info.height, channels: info.channels, at };
}

describe('sizes', () => {
  const table: [Record<string, string>, number, number][] = [
    [{}, 120, 80],
    [{ w: '30', h: '30' }, 30, 20],
    [{ w: '30' }, 30, 20],
    [{ h: '20' }, 30, 20],
    [{ w: '30', h: '30', fit: 'inside' }, 30, 20],
    [{ w: '30', h: '30', fit: 'max' }, 30, 20],
    [{ w: '30', h: '30', fit: 'crop' }, 30, 30],
    [{ w: '30', fit: 'crop' }, 30, 80],
    [{ w: '30', h: '30', fit: 'cover' }, 30, 30],
    [{ w: '30', h: '30', fit: 'fill' }, 30, 30],
    [{ w: '30', h: '30', fit: 'stretch' }, 30, 30],
    [{ w: '30', h: '30', fit: 'outside' }, 45, 30],
    [{ w: '500', h: '500' }, 120, 80],
    [{ w: '500', h: '500', fit: 'crop' }, 120, 80],
    [{ w: '30', h: '30', dpr: '2' }, 60, 40],
    [{ w: '20', or: '90' }, 20, 30],
    [{ w: '60', h: '40', border: '5,ff0000,expand' }, 70, 50],
    [{ w: '60', h: '40', border: '5,ff0000,shrink' }, 60, 40],
    [{ w: '60', h: '40', border: '5,ff0000,overlay' }, 60, 40],
    [{ p: 'small-crop' }, 120, 80],
    [{ p: 'small', w: '12' }, 12, 8],
  ];
  it.each(table)('%j of 120 x 80 is %i x %i', async (query, width, height) => {
    const made = await render(await quarters(120, 80), query);
    expect([made.width, made.height]).toEqual([width, height]);
  });
});

describe('pixels', () => {
  const RED = [255, 0, 0];
  const [GREEN, BLUE, WHITE] = [
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  const table: [Record<string, string>, number[] | undefined][] = [
    [{ w: '10', h: '10', fit: 'crop-top-left' }, RED],
    [{ w: '20', h: '80', fit: 'crop-top-right' }, GREEN],
    [{ w: '20', h: '80', fit: 'crop-0-0' }, RED],
    [{ w: '20', h: '80', fit: 'crop-right' }, GREEN],
    [{ w: '20', h: '80', fit: 'crop-100-0' }, GREEN],
    [{ w: '20', h: '80', fit: 'crop-focalpoint' }, GREEN],
    [{ flip: 'h' }, GREEN],
    [{ flip: 'v' }, BLUE],
    [{ flip: 'both' }, WHITE],
    [{ or: '90' }, BLUE],
    [{ or: '180' }, WHITE],
    [{ or: '270' }, GREEN],
    [{ border: '5,palette1,overlay' }, [0x40, 0x50, 0x60]],
    [{ border: '5,palette4,shrink', sepia: 'true' }, WHITE],
  ];
  it.each(table)('%j begins with %j', async (query, colour) => {
    expect((await render(await quarters(120, 80), query)).at(0, 0)).toEqual(colour);
  });

  const greys: [Record<string, string>, number][] = [
    [{ brightness: '20' }, 151],
    [{ bri: '-20' }, 49],
    [{ contrast: '50' }, 66],
    [{ con: '-50' }, 121],
    [{ gamma: '2' }, 160],
    [{ gam: '0.5' }, 39],
    [{ gamma: '0.1' }, 0],
    [{ gamma: '1' }, 100],
    [{ grayscale: 'true' }, 100],
  ];
  it.each(greys)('%j makes grey 100 to %i', async (query, grey) => {
    const [value = -1] = (await render(await flat(100), query)).at(5, 5);
    expect(Math.abs(value - grey)).toBeLessThanOrEqual(2);
  });

  it('removes colors, tones, and does one before the other', async () => {
    const source = await quarters(20, 20);
    const [grey = -1, green, blue] = (await render(source, { grayscale: '1' })).at(0, 0);
    expect([green, blue]).toEqual([grey, grey]);
    expect((await render(source, { filt: 'sepia' })).at(0, 0)).toEqual([100, 88, 69]);
    const [r = 0, g = 0, b = 0] = (await render(source, { filt: 'sepia', grayscale: 'true' })).at(0, 0);
    expect(r > g && g > b).toBe(true);
    expect((await render(source, { sepia: 'true', greyscale: 'true' })).at(0, 0)).toEqual([r, g, b]);
  });

  it('blurs, sharpens and makes squares at an edge', async () => {
    const edge = await sharp(await quarters(80, 80))
      .modulate({ saturation: 0.3 })
      .png()
      .toBuffer();
    const plain = await render(edge, {});
    const step = (image: typeof plain) => Math.abs((image.at(39, 5)[0] ?? 0) - (image.at(40, 5)[0] ?? 0));
    expect(step(await render(edge, { blur: '10' }))).toBeLessThan(step(plain) / 2);
    expect(step(await render(edge, { sharpen: '80' }))).toBeGreaterThan(step(plain));
    const squares = await render(edge, { pixel: '20' });
    expect(squares.at(0, 0)).toEqual(squares.at(19, 19));
  });

  it('fills transparent parts with a color, white where the format has no transparency', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    expect((await render(clear, {})).at(0, 0)).toHaveLength(4);
    expect((await render(clear, { bg: '00ff00' })).at(0, 0).slice(0, 3)).toEqual(GREEN);
    expect((await render(clear, { bg: 'palette0', sepia: 'true' })).at(0, 0).slice(0, 3)).toEqual([
      16, 32, 48,
    ]);
    for (const value of (await render(clear, {}, 'jpg')).at(0, 0)) expect(value).toBeGreaterThan(250);
    expect((await render(clear, { brightness: '10', gamma: '0.2' })).at(0, 0)[3]).toBe(0);
  });
});

describe('formats and sources', () => {
  it.each([
    ['jpg', 'jpeg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['avif', 'heif'],
  ] as const)('writes %s', async (format, known) => {
    const { bytes } = await render(await quarters(64, 64), {}, format);
    expect((await sharp(bytes).metadata()).format).toBe(known);
  });

  it('spends fewer bytes on a lower quality', async () => {
    const noise = {
      width: 200,
      height: 200,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
    };
    const source = await sharp({ create: { ...noise, background: '#000' } })
      .png()
      .toBuffer();
    for (const format of ['jpg', 'webp', 'avif'] as const) {
      const [low, high] = [
        await render(source, { quality: '20' }, format),
        await render(source, { q: '90' }, format),
      ];
      expect(low.bytes.length).toBeLessThan(high.bytes.length);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'stands an image of orientation %i upright, and tells nothing of where it was taken',
    async (orientation) => {
      const source = await sharp(await quarters(60, 40))
        .withExif({
          IFD0: { Copyright: 'Somebody' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 21/1 0/1' },
        })
        .withMetadata({ orientation })
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .toBuffer();
      const made = await render(source, {});
      const expected = await sharp(source).autoOrient().raw().toBuffer({ resolveWithObject: true });
      expect([made.width, made.height]).toEqual([expected.info.width, expected.info.height]);
      expect(made.at(2, 2)).toEqual([
        ...expected.data.subarray((2 * made.width + 2) * 3, (2 * made.width + 2) * 3 + 3),
      ]);
      const { exif, orientation: left } = await sharp((await render(source, {}, 'jpg')).bytes).metadata();
      expect([exif, left]).toEqual([undefined, undefined]);
    },
  );

  // An AVIF has the rotation among its own properties, which its decoder applies, and again in its EXIF.
  it.each([3, 6, 8])('turns an AVIF of orientation %i once', async (orientation) => {
    const [jpeg, avif] = await Promise.all(
      (['jpeg', 'avif'] as const).map(async (format) => {
        const stored = sharp(await quarters(60, 40)).withMetadata({ orientation });
        const { width, height, at } = await render(await stored[format]({ quality: 95 }).toBuffer(), {});
        const corners = [at(4, 4), at(width - 4, 4), at(4, height - 4), at(width - 4, height - 4)];
        return { width, height, corners: corners.map((one) => one.map((part) => Math.round(part / 64))) };
      }),
    );
    expect(avif).toEqual(jpeg);
  });

  it('draws SVG without what it points to, and the first frame of a GIF', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20"><rect width="40" height="20" fill="#00f"/><image xlink:href="/etc/hostname" width="40" height="20"/><script>alert(1)</script></svg>',
    );
    const drawn = await render(svg, { w: '20' });
    expect([drawn.width, drawn.height, drawn.at(3, 3).slice(0, 3)]).toEqual([20, 10, [0, 0, 255]]);
    const frames = [await flat(255), await flat(0)];
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await render(gif, {})).at(3, 3).slice(0, 3)).toEqual([255, 255, 255]);
  });

  it('finds no image in a bomb, in a torn file, in anything else', async () => {
    const torn = (await quarters(200, 200)).subarray(0, 300);
    const bomb = await sharp({ create: { width: 9100, height: 9100, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    for (const bytes of [torn, bomb, Buffer.from('<html>'), Buffer.alloc(0)]) {
      expect(await refusal(render(bytes, {}))).toMatchObject({ kind: 'missing' });
    }
  });

  it('rejects a border that leaves nothing and a size above the largest', async () => {
    const source = await quarters(60, 40);
    expect(await refusal(render(source, { border: '20,000,overlay' }))).toMatchObject({ kind: 'invalid' });
    const large = await sharp({ create: { width: 5000, height: 400, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await refusal(render(large, { w: '4500' }))).toMatchObject({
      kind: 'invalid',
      details: { w: expect.anything() },
    });
    expect((await render(large, {})).width).toBe(4096);
  });
});

describe('an animated image', () => {
  /** Three frames of 40 by 20, one below the other. */
  const animated = (format: 'gif' | 'webp') => {
    const data = Buffer.concat([10, 120, 240].map((gray) => Buffer.alloc(40 * 20 * 3, gray)));
    const image = sharp(data, { raw: { width: 40, height: 60, channels: 3, pageHeight: 20 } });
    return image.toFormat(format, { delay: [70, 80, 90], loop: 2 }).toBuffer();
  };
  const rendered = async (source: Buffer, query: Record<string, unknown>, format: ImageFormat) => {
    const values = readImageParameters(query);
    const bytes = await renderImage(source, { format, values, focal: [50, 50], palette: [] });
    const { pages = 1, width, pageHeight, height, delay, loop } = await sharp(bytes).metadata();
    return { pages, width, height: pageHeight ?? height, ...(delay && { delay, loop }) };
  };
  const moving = { pages: 3, delay: [70, 80, 90], loop: 2 };

  it.each<['gif' | 'webp', ImageFormat, Record<string, string>, object]>([
    ['gif', 'gif', {}, { ...moving, width: 40, height: 20 }],
    ['gif', 'webp', { w: '20' }, { ...moving, width: 20, height: 10 }],
    ['webp', 'webp', { w: '10', h: '10', fit: 'crop' }, { ...moving, width: 10, height: 10 }],
    ['webp', 'gif', { w: '20', grayscale: 'true', blur: '5' }, { ...moving, width: 20, height: 10 }],
    ['gif', 'webp', { w: '20', bg: 'ff0000' }, { ...moving, width: 20, height: 10 }],
    ['gif', 'webp', { w: '20', frame: '0' }, { pages: 1, width: 20, height: 10 }],
    ['gif', 'png', { w: '20' }, { pages: 1, width: 20, height: 10 }],
    ['gif', 'avif', { w: '20' }, { pages: 1, width: 20, height: 10 }],
    ['gif', 'webp', { or: '90' }, { pages: 1, width: 20, height: 40 }],
    ['webp', 'webp', { flip: 'v' }, { pages: 1, width: 40, height: 20 }],
    ['webp', 'webp', { pixel: '4' }, { pages: 1, width: 40, height: 20 }],
    ['gif', 'webp', { edit: '0,0,50,0,50,100' }, { pages: 1, width: 20, height: 20 }],
  ])('%s as %s with %j is as it should be', async (from, format, query, expected) => {
    expect(await rendered(await animated(from), query, format)).toMatchObject(expected);
  });

  it('of too many frames is a still', async () => {
    const data = Buffer.alloc(501 * 2 * 2 * 3);
    for (let at = 0; at < data.length; at += 1) data[at] = (at * 7) % 256;
    const image = sharp(data, { raw: { width: 2, height: 1002, channels: 3, pageHeight: 2 } });
    expect(await rendered(await image.gif({ delay: 20 }).toBuffer(), {}, 'webp')).toMatchObject({ pages: 1 });
  });
});
