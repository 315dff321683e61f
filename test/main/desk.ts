/** The folders of the app with its windows; only the servers are not real. */
import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { onTestFinished, vi } from 'vitest';
import { equipWindows } from '../../main/equip.js';
import { createFolders, type OpenOptions } from '../../main/folders.js';
import { createQuitting } from '../../main/quitting.js';
import type { ServerTask } from '../../main/server-child.js';
import * as processes from '../../main/server-process.js';
import { openSettings } from '../../main/settings.js';
import { createSpelling } from '../../main/spelling.js';
import { createWindow } from '../../main/window.js';
import type { Workspace } from '../../main/workspace.js';
import { workspaceMaker } from '../../main/workspace-maker.js';
import type { ServerState } from '../../server/contract/desktop.js';
import { contentsOf, freshFolder, type RecordingSession } from './stand-in.js';

/** A server that starts at once, at the port it is given or at 50000. */
function instantServer(
  tasks: ServerTask[],
  stopped: string[],
  fails: { once?: string },
): processes.ServerProcess {
  let state: ServerState = { state: 'stopped', reason: '', retrying: false };
  let folder = '';
  let links = 0;
  return {
    get state() {
      return state;
    },
    async start(task) {
      tasks.push(task);
      folder = task.folder;
      const { once } = fails;
      delete fails.once;
      if (once !== undefined) throw new Error(once);
      const url = `http://127.0.0.1:${task.port || 50_000}`;
      state = { state: 'running', url };
      return { url, admin: `${url}/admin/?token=start` };
    },
    logs: '/cache/logs',
    pid: undefined,
    async adminLink() {
      links += 1;
      return `${state.state === 'running' ? state.url : ''}/admin/?token=fresh${links}`;
    },
    async stop() {
      if (state.state === 'running') stopped.push(folder);
      state = { state: 'stopped', reason: '', retrying: false };
    },
  };
}

export async function desk() {
  const logged = vi.fn();
  const settings = await openSettings(join(await freshFolder(), 'settings.json'), { error: logged });
  // The app does not wait for its writes.
  onTestFinished(() => settings.change({}));
  const tasks: ServerTask[] = [];
  const stopped: string[] = [];
  const fails: { once?: string } = {};
  vi.spyOn(processes, 'createServerProcess').mockImplementation(() => instantServer(tasks, stopped, fails));
  const failed = vi.fn();
  const attempt = (action: Promise<unknown>) => void action.catch(failed);
  const options = { preload: '', devTools: false };
  const language = { prepare: () => {} };
  const spelling = createSpelling(settings, false);
  const own = { settings, language, spelling, script: '', places: {}, attempt, onChange: () => {} };
  const maker = workspaceMaker({ ...options, ...own });
  const signedIn: string[] = [];
  const quitting = createQuitting(() => attempt(folders.reopen()));
  const folders = createFolders({
    settings,
    starters: '',
    isQuitting: () => quitting.now,
    makeWorkspace(folder: string, how: OpenOptions, opened) {
      const made = maker(folder, how, opened);
      vi.spyOn(made.session as RecordingSession, 'fetch').mockImplementation(async (link) => {
        signedIn.push(String(link));
        return new Response('');
      });
      return made;
    },
    makeWelcomeWindow: () => createWindow({ ...options, place: {}, onPlace: () => {} }),
    onRecent: (folder) => app.addRecentDocument(folder),
    onChange: () => {},
  });
  equipWindows({ ...options, folders, quitting, spelling, findPreload: '', attempt });
  const open = async (folder: string, how?: OpenOptions) => {
    await folders.open(folder, how);
    const workspace = folders.all().find((candidate) => candidate.folder === folder);
    if (!workspace) throw new Error(`${folder} is not open`);
    return workspace;
  };
  return { settings, tasks, stopped, fails, folders, quitting, open, signedIn, failed, logged };
}

export const shown = (window: BrowserWindow | undefined) =>
  decodeURIComponent(window ? contentsOf(window).getURL() : 'no window');
export const only = ({ windows }: Workspace): BrowserWindow => {
  const [window, ...others] = windows();
  if (!window || others.length > 0) throw new Error(`${others.length + 1} windows`);
  return window;
};
