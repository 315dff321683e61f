import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { permissions } from '../../../server/helpers/helper.js';

const run = promisify(execFile);

describe('a process that may read one folder', () => {
  it.each([
    ['reads it', 'fs.readFileSync(OWN + "/a.txt", "utf8")', 'hello'],
    ['reads nothing beside it', 'fs.readFileSync(OTHER + "/a.txt", "utf8")', 'ERR_ACCESS_DENIED'],
    ['writes nothing', 'fs.writeFileSync(OWN + "/b.txt", "")', 'ERR_ACCESS_DENIED'],
    ['starts no process', 'require("node:child_process").execSync("true")', 'ERR_ACCESS_DENIED'],
    [
      'starts no thread',
      'new (require("node:worker_threads").Worker)("1", {eval: true})',
      'ERR_ACCESS_DENIED',
    ],
  ])('%s', async (_what, code, expected) => {
    const folder = () => mkdtemp(join(tmpdir(), 'plinth-'));
    const [own, other] = [await folder(), await folder()];
    for (const one of [own, other]) await writeFile(join(one, 'a.txt'), 'hello');
    const text = code.replace('OWN', JSON.stringify(own)).replace('OTHER', JSON.stringify(other));
    const program = `const fs = require("node:fs"); try { console.log(${text}); } catch (error) { console.log(error.code); }`;
    const { stdout } = await run(process.execPath, [...permissions([own]), '-e', program]);
    expect(stdout.trim()).toBe(expected);
  });
});
