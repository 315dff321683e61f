import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { MediaFile } from '../../../server/contract/media.js';
import { MeasuredImages } from '../../../server/files/measured-images.js';
import { JobFailed } from '../../../server/helpers/helper-pool.js';
import { plainPng } from '../../helpers/made-files.js';
import { makeSite } from '../../helpers/site.js';

const FILE: MediaFile = {
  ...{ collection: 'blog', id: 'one', path: 'box/a.png', title: 'One', property: 'box' },
  ...{ kind: 'depot', name: 'a.png', mime: 'image/png', size: 1 },
};

it('an image is measured once as long as it is the same, and a size that cannot be had is left out', async () => {
  const made = await makeSite({ files: { 'blog/one/box/a.png': '' } });
  const write = async (width: number) =>
    writeFile(join(made.folder, 'blog/one/box/a.png'), await plainPng(width, 5));
  await write(6);
  let jobs = 0;
  let fault: JobFailed | undefined;
  const images = new Proxy(made.site.images, {
    get(target, name) {
      if (name !== 'run') return Reflect.get(target, name);
      return (...job: Parameters<typeof target.run>) => {
        jobs += 1;
        return fault ? Promise.reject(fault) : target.run(...job);
      };
    },
  });
  const measured = new MeasuredImages({ ...made.site, images });
  expect(await measured.of([FILE])).toEqual([{ ...FILE, width: 6, height: 5 }]);
  expect(await measured.of([FILE])).toEqual([{ ...FILE, width: 6, height: 5 }]);
  expect(await measured.of([{ ...FILE, width: 3, height: 4 }])).toMatchObject([{ width: 3 }]);
  expect(jobs).toBe(1);
  await write(7);
  fault = new JobFailed('late');
  expect(await measured.of([FILE])).toEqual([FILE]);
  fault = undefined;
  expect(await measured.of([FILE])).toMatchObject([{ width: 7 }]);
  expect(jobs).toBe(3);
});
