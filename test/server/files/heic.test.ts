import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { heicToJpeg } from '../../../server/files/heic.js';
import { fixture } from '../../helpers/made-files.js';

/** The photo as phones write it: the file itself says that its pixels are to be turned, and so does its EXIF. */
async function turningItself(): Promise<Buffer> {
  const bytes = await fixture('photo.heic');
  const at = (type: string) => bytes.indexOf(type, 0, 'latin1') - 4;
  const [ipco, ipma, iloc] = [at('ipco'), at('ipma'), at('iloc')];
  const grow = (box: number, by: number) => bytes.writeUInt32BE(bytes.readUInt32BE(box) + by, box);
  grow(at('meta'), 10);
  grow(at('iprp'), 10);
  grow(ipco, 9);
  grow(ipma, 1);
  // Everything after the boxes moves back by what they grow.
  for (const item of [iloc + 20, iloc + 38]) grow(item, 10);
  const ownedBy = ipma + 18;
  bytes.writeUInt8(bytes.readUInt8(ownedBy) + 1, ownedBy);
  const endOfProperties = ipma;
  const endOfOwned = ipma + 23;
  // A quarter to the right is three to the left; the fifth property, and no reader may pass it over.
  const turn = Buffer.concat([Buffer.from([0, 0, 0, 9]), Buffer.from('irot', 'latin1'), Buffer.from([3])]);
  return Buffer.concat([
    bytes.subarray(0, endOfProperties),
    turn,
    bytes.subarray(endOfProperties, endOfOwned),
    Buffer.from([0x85]),
    bytes.subarray(endOfOwned),
  ]);
}

/** The picture as it is seen, small enough to compare. */
const seen = (bytes: Buffer) =>
  sharp(bytes).autoOrient().resize(8, 8, { fit: 'fill' }).removeAlpha().raw().toBuffer();

async function apart(a: Buffer, b: Buffer): Promise<number> {
  const [one, other] = [await seen(a), await seen(b)];
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

describe('heicToJpeg', () => {
  it.each([
    ['by its EXIF alone', () => fixture('photo.heic'), 6, [800, 600]],
    ['by itself and by its EXIF, once', turningItself, 1, [600, 800]],
  ] as const)('gives a image that is turned %s', async (_what, make, orientation, size) => {
    const jpeg = await heicToJpeg(await make());
    const found = await sharp(jpeg).metadata();
    expect([found.format, found.orientation, found.width, found.height]).toEqual([
      'jpeg',
      orientation,
      ...size,
    ]);
    expect(await apart(jpeg, await fixture('photo.jpg'))).toBeLessThan(12);
    expect(String(found.exif?.toString('latin1'))).toContain('Plinth');
  });

  it.each([
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'noise behind a sound beginning',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(4000, 0xa5)]),
    ],
  ])('rejects one that is %s', async (_what, damage) => {
    await expect(fixture('photo.heic').then((bytes) => heicToJpeg(damage(bytes)))).rejects.toThrow();
  });
});
