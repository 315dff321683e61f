import { ipcMain, shell } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerBridge } from '../../main/bridge.js';
import type { BridgeVerb } from '../../main/channels.js';
import { invoke, invokeFrom, SENDER } from './stand-in.js';

const SERVER = 'http://127.0.0.1:4180';
const page = { url: `${SERVER}/admin/collections`, parent: null };

const VERBS: BridgeVerb[] = [
  'plinth:choose-folder',
  'plinth:reveal-folder',
  'plinth:open-external',
  'plinth:restart-server',
  'plinth:version',
  'plinth:server-state',
  'plinth:text-language',
  'plinth:page-language',
  'plinth:open-dropped',
];

function actions() {
  return {
    chooseFolder: vi.fn(async () => true),
    reveal: vi.fn(async () => undefined),
    restartServer: vi.fn(async () => undefined),
    textIs: vi.fn(),
    pageIs: vi.fn(),
    openDropped: vi.fn(),
  };
}

describe('the bridge', () => {
  let done = actions();

  beforeEach(() => {
    done = actions();
    const { chooseFolder, openDropped, textIs, pageIs, reveal, restartServer } = done;
    const own = { url: SERVER, state: { state: 'running', url: SERVER } as const, reveal, restartServer };
    const workspaceOf = (sender: unknown) => (sender === SENDER ? own : undefined);
    registerBridge({ workspaceOf, chooseFolder, openDropped, textIs, pageIs });
  });

  afterEach(() => {
    for (const verb of VERBS) ipcMain.removeHandler(verb);
    vi.restoreAllMocks();
  });

  it('answers a page of our server', async () => {
    expect(await invoke('plinth:choose-folder', page)).toBe(true);
    expect(await invoke('plinth:server-state', page)).toEqual({ state: 'running', url: SERVER });
    expect(await invoke('plinth:version', page)).toMatch(/^\d+\.\d+\.\d+/);
    await invoke('plinth:reveal-folder', page);
    await invoke('plinth:restart-server', page);
    expect(done.reveal).toHaveBeenCalledOnce();
    expect(done.restartServer).toHaveBeenCalledOnce();
  });

  it.each([
    ['another port', { url: 'http://127.0.0.1:9999/admin/', parent: null }],
    ['a page on the web', { url: 'https://example.org/', parent: null }],
    ['a page of our own without a server', { url: 'data:text/html,hello', parent: null }],
    ['a look-alike host', { url: 'http://127.0.0.1:4180.evil.example/', parent: null }],
    ['a frame inside our page', { url: `${SERVER}/stream/blog/first/file`, parent: page }],
    ['a frame that is gone', null],
  ])('rejects %s, for every verb, and does nothing', async (_who, frame) => {
    const opened = vi.spyOn(shell, 'openExternal').mockResolvedValue();
    for (const verb of VERBS) {
      await expect(invoke(verb, frame, 'https://example.org/')).rejects.toThrow('may not use the bridge');
    }
    for (const action of [...Object.values(done), opened]) expect(action).not.toHaveBeenCalled();
  });

  it('rejects a page whose window belongs to no open folder', async () => {
    for (const verb of VERBS) {
      await expect(invokeFrom(undefined, verb, page)).rejects.toThrow('may not use the bridge');
    }
  });

  it('tells the language of the text that is written', async () => {
    await invoke('plinth:text-language', page, 'de-CH');
    await invoke('plinth:text-language', page, 'x'.repeat(36));
    await invoke('plinth:text-language', page, 7);
    expect(done.textIs).toHaveBeenCalledExactlyOnceWith(SENDER, 'de-CH');
  });

  it('opens what was dropped on a page of ours, and of no other page', async () => {
    await invoke('plinth:open-dropped', page, '/sites/blog');
    const own = 'data:text/html;charset=utf-8,welcome';
    await invokeFrom(undefined, 'plinth:open-dropped', { url: own, parent: null }, '/sites/shop');
    expect(done.openDropped.mock.calls).toEqual([['/sites/blog'], ['/sites/shop']]);
    for (const frame of [{ url: own, parent: page }, { url: 'data:text/html,x', parent: null }, null])
      await expect(invokeFrom(undefined, 'plinth:open-dropped', frame, '/sites/blog')).rejects.toThrow();
    expect(done.openDropped).toHaveBeenCalledTimes(2);
  });

  it('tells the language of a page of the admin, and of no other page', async () => {
    await invoke('plinth:page-language', page, 'de');
    await invoke('plinth:page-language', { ...page, url: `${SERVER}/docs/` }, 'en');
    await invoke('plinth:page-language', page, 'x'.repeat(36));
    await invoke('plinth:page-language', page, undefined);
    expect(done.pageIs).toHaveBeenCalledExactlyOnceWith('de');
  });

  it('opens web and mail addresses outside and rejects the rest with an error', async () => {
    const opened = vi.spyOn(shell, 'openExternal').mockResolvedValue();
    await invoke('plinth:open-external', page, 'https://example.org/');
    expect(opened).toHaveBeenCalledExactlyOnceWith('https://example.org/');
    await expect(invoke('plinth:open-external', page, 'file:///etc/passwd')).rejects.toThrow('web and mail');
    await expect(invoke('plinth:open-external', page, { href: 'https://x' })).rejects.toThrow();
    expect(opened).toHaveBeenCalledOnce();
  });

  it('hands the page neither a path nor any other argument on', async () => {
    await invoke('plinth:choose-folder', page, '/etc');
    await invoke('plinth:reveal-folder', page, '/etc');
    expect(done.chooseFolder).toHaveBeenCalledWith(SENDER);
    expect(done.reveal).toHaveBeenCalledWith();
  });
});
