import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { dialog, shell } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMMANDS, commandLine } from '../../main/cli.js';
import { problemReport, saveReport } from '../../main/problem-report.js';
import { freshFolder } from './stand-in.js';

afterEach(() => vi.restoreAllMocks());

describe('the report of a problem', () => {
  const SECRET = 'token=5f2c9a1b';
  const settings = { spelling: true, keepServing: false, recent: 3 };

  async function written() {
    const folder = await freshFolder();
    const log = join(await freshFolder(), 'app.log');
    const stack = [
      `TypeError: Cannot open ${homedir()}/Sites/My Diary at ${SECRET}`,
      '    at open (file:///opt/Plinth/resources/app.asar/dist/main/workspace.js:12:3)',
      `    at ${homedir()}/Sites/My Diary/handler.js:1:1`,
      '    at node:internal/process/task_queues:95:5',
    ].join('\n');
    const lines = [
      { time: '2026-11-23T10:00:00Z', level: 'info', message: 'Started in My Diary' },
      { time: '2026-11-23T10:00:01Z', level: 'error', message: stack },
    ];
    await writeFile(log, lines.map((line) => JSON.stringify(line)).join('\n'));
    const err = { type: 'PlinthError', message: `Dear diary, ${SECRET}`, stack };
    const server = [
      { level: 30, time: 1, url: '/api/collections/diary/secret-love' },
      { level: 50, time: Date.UTC(2026, 10, 23, 9), err, msg: 'Dear diary' },
      'not a line of a log',
    ];
    await writeFile(join(folder, 'plinth.1.log'), server.map((line) => JSON.stringify(line)).join('\n'));
    return {
      log,
      serverLogs: [folder],
      states: [{ state: 'running', url: 'http://127.0.0.1:4180' } as const],
      settings,
    };
  }

  it('names versions, states and the places of errors', async () => {
    const report = JSON.parse(await problemReport(await written()));
    expect(report).toMatchObject({
      plinth: expect.stringMatching(/^\d+\.\d+\.\d+/),
      system: { platform: process.platform, arch: process.arch },
      settings,
      folders: [{ state: 'running' }],
    });
    const at = ['open (dist/main/workspace.js:12:3)', '(node:internal/process/task_queues:95:5)'];
    expect(report.errors).toEqual([
      { time: '2026-11-23T09:00:00.000Z', of: 'server', type: 'PlinthError', at },
      { time: '2026-11-23T10:00:01.000Z', of: 'app', type: 'TypeError', at },
    ]);
  });

  it('contains no content, no secrets, no paths and no addresses', async () => {
    const text = await problemReport(await written());
    for (const part of ['diary', 'Diary', 'love', SECRET, homedir(), '127.0.0.1', 'handler']) {
      expect(text, part).not.toContain(part);
    }
  });

  it('is written where the user wants it, and nowhere else', async () => {
    const filePath = join(await freshFolder(), 'report.json');
    const shown = vi.spyOn(shell, 'showItemInFolder').mockReturnValue();
    await saveReport(undefined, '{}');
    expect(shown).not.toHaveBeenCalled();
    vi.spyOn(dialog, 'showSaveDialog').mockResolvedValue({ canceled: false, filePath });
    await saveReport(undefined, '{}');
    expect(await readFile(filePath, 'utf8')).toBe('{}');
    expect(shown).toHaveBeenCalledExactlyOnceWith(filePath);
  });
});

describe('the command line of the app', () => {
  it.each([
    [['plinth', 'mcp', '--data', '/x'], 1, ['mcp', '--data', '/x']],
    [['electron', '.', 'check'], 2, ['check']],
    [['plinth', '--version'], 1, ['--version']],
    [
      ['plinth', '--ozone-platform=headless', 'keys', '--ozone-platform=x'],
      1,
      ['keys', '--ozone-platform=x'],
    ],
    [['plinth'], 1, undefined],
    [['plinth', './serve'], 1, undefined],
    [['plinth', '/sites/blog', 'mcp'], 1, undefined],
    [['plinth', '--data', 'mcp'], 1, undefined],
    [['plinth', 'plinth://open/c'], 1, undefined],
  ])('%j, after %s words for the program, is the command %j', (argv, skip, words) => {
    expect(commandLine(argv, skip)).toEqual(words);
  });

  it('knows the commands that the program has', () => {
    const help = execFileSync(process.execPath, ['dist/server/cli/plinth.js', 'help'], { encoding: 'utf8' });
    const listed = [...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name);
    expect([...COMMANDS].sort()).toEqual(listed.sort());
  });
});
