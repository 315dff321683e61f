import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Layout } from '../../../../server/store/disk/layout.js';
import { FolderFileHistory } from '../../../../server/store/file-history/folder-file-history.js';
import { untilIdle } from '../../../../server/store/history/quiet-timer.js';
import { temporaryFolder } from '../../../helpers/files.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it.each([
  ['looks for files of the folder once the process is idle', false, 1],
  ['does not begin after it was closed meanwhile', true, 0],
])('the first look %s', async (_what, isClosed, looks) => {
  const root = await temporaryFolder();
  writeFileSync(join(root, 'settings.json'), '{}');
  const history = new FolderFileHistory({
    folder: join(root, '.state'),
    layout: new Layout(root),
    isAvailable: () => true,
    log: () => undefined,
    now: () => new Date(),
  });
  const maintain = vi.spyOn(history, 'maintain').mockResolvedValue();
  history.start(() => ({ maxFileBytes: 1, maxFilesBytes: 1, copiesCurrent: false }) as never);
  vi.advanceTimersByTime(20_000);
  if (isClosed) await history.close();
  await untilIdle();
  await untilIdle();
  expect(maintain).toHaveBeenCalledTimes(looks);
  await history.close();
});
