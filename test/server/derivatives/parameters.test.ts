import { describe, expect, it } from 'vitest';
import { IMAGE_PARAMETERS, imageParameterProblem } from '../../../server/contract/imageworks.js';
import { parametersKey, readImageParameters } from '../../../server/derivatives/parameters.js';
import { refusal } from '../../helpers/site.js';

describe('image parameters', () => {
  it.each([
    ['w', ['0', '-1', '1.5', 'abc', '1e3', 'NaN', '8193', '1000000000', ' 5', '0x10']],
    ['h', ['-5']],
    ['fit', ['evil', 'crop-101-0', 'crop-1', 'Contain']],
    ['format', ['svg', 'tiff', 'JPG']],
    ['frame', ['1', '-1', 'all']],
    ['quality', ['0', '101']],
    ['blur', ['0', '101', '1e9']],
    ['sharpen', ['-1', '0']],
    ['brightness', ['-101', '101', '1.5']],
    ['gamma', ['0', '0.05', '3.1', 'NaN', 'Infinity']],
    ['sepia', ['\0', 'yes', 'TRUE']],
    ['dpr', ['0', '9']],
    ['bg', ['red', 'palette5', '#fff']],
    ['border', ['0,fff,expand', '5,fff', '5,fff,around']],
    [
      'edit',
      [
        ...['45,0,0,0,50,50', '90,2,0,0,50,50', '0,0,0,0,0,50', '0,0,0,0,50,0.00001', '0,0,60,0,50,50'],
        ...['0,0,-1,0,50,50', '0,0,NaN,0,50,50', '0,0,0,0,1e1,50', '0,0,0,0,101,50', '0,0,0,0', 'None'],
      ],
    ],
  ])('reject bad values of %s', async (name, values) => {
    for (const value of values) {
      const read = async () => readImageParameters({ [name]: value });
      expect(await refusal(read())).toMatchObject({
        kind: 'invalid',
        details: { [name]: expect.anything() },
      });
    }
  });

  it('tell every bad one at once, and reject lists', async () => {
    const read = async (query: Record<string, unknown>) => readImageParameters(query);
    expect((await refusal(read({ w: 'x', h: ['1', '2'], q: '0', fit: { a: '1' } }))).details).toEqual({
      w: expect.anything(),
      h: expect.anything(),
      quality: expect.anything(),
      fit: expect.anything(),
    });
    expect(await refusal(read({ q: '5', quality: '6' }))).toMatchObject({ kind: 'invalid' });
  });

  it('ignore what they do not know and what is empty', () => {
    expect(readImageParameters({ x: '1', w: '', p: 'nothing', __proto__: { h: '1' } })).toEqual({});
  });

  it('have one key for all spellings of the same', () => {
    const key = (query: Record<string, unknown>) => parametersKey(readImageParameters(query));
    expect(key({ h: '080', w: '100' })).toBe(
      key({ w: '100', h: '80', fit: 'contain', sepia: 'false', dpr: '1.0' }),
    );
    expect(key({ filt: 'greyscale', fm: 'jpeg' })).toBe(key({ grayscale: '1', format: 'jpg' }));
    expect(key({ w: '100' })).not.toBe(key({ h: '100' }));
    expect(key({ bri: '1' })).not.toBe(key({ con: '1' }));
  });

  it('come from presets, those of the folder first, and win over them', () => {
    const presets = { small: { w: 64 }, mine: { fit: 'crop', w: 10, h: 10 } };
    expect(readImageParameters({ p: 'small' }, presets)).toEqual({ w: '64' });
    expect(readImageParameters({ p: 'mine', fit: 'contain' }, presets)).toEqual({ w: '10', h: '10' });
    expect(readImageParameters({ p: 'medium' })).toEqual({ w: '600', h: '400' });
  });

  it('have defaults and examples that are sound', () => {
    for (const row of IMAGE_PARAMETERS) {
      if ('default' in row) expect(imageParameterProblem(row, row.default)).toBeUndefined();
      if ('example' in row) expect(imageParameterProblem(row, row.example)).toBeUndefined();
    }
  });
});
