import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plinth } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';

const line = (time: number, more: object) => `${JSON.stringify({ level: 50, time, ...more })}\n`;

describe('plinth logs', () => {
  it('shows the lines of all files in their order, of one folder or of one request', async () => {
    const cache = await temporaryFolder();
    const err = { message: 'No space', stack: 'Error: No space\n    at write' };
    await writeFiles(join(cache, 'logs'), {
      'plinth.10.log': line(3, { folder: 'shop', requestId: 'c', msg: 'third' }),
      'plinth.9.log': `${line(1, { folder: 'blog', requestId: 'a', msg: 'first', err })}torn {"level"\n`,
      'plinth.11.log': line(4, { folder: 'blog', msg: 'fourth' }),
      'other.log': line(2, { msg: 'of somebody else' }),
    });
    const told = async (...args: string[]) => {
      const { code, stdout } = await plinth(['logs', '--cache', cache, ...args]);
      return [code, [...stdout.matchAll(/first|third|fourth|somebody/g)].map(([word]) => word)];
    };
    expect(await told()).toEqual([0, ['first', 'third', 'fourth']]);
    expect(await told('--data', '/anywhere/blog')).toEqual([0, ['first', 'fourth']]);
    expect(await told('--request', 'c')).toEqual([0, ['third']]);
    expect(await told('--request', 'nothing')).toEqual([1, []]);
    const found = await plinth(['logs', '--cache', cache, '--request', 'a']);
    expect(found.stdout).toBe(
      '1970-01-01T00:00:00.001Z  error  first  requestId=a\nError: No space\n    at write\n',
    );
    const json = await plinth(['logs', '--cache', cache, '--request', 'a', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ requestId: 'a', err });
  });

  it('has nothing to show where nothing was logged', async () => {
    const { code, stdout, stderr } = await plinth(['logs', '--cache', await temporaryFolder()]);
    expect([code, stdout, stderr]).toEqual([0, '', 'No matching log lines.\n']);
  });
});
