/** What the stand-in for Electron records, beside Electron's own types. */

import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserWindow,
  type IpcMainInvokeEvent,
  ipcMain,
  type Session,
  type WebContents,
  type WebPreferences,
  type WindowOpenHandlerResponse,
} from 'electron';
import { onTestFinished } from 'vitest';
import type { AppLog } from '../../main/log.js';

export interface RecordingContents extends WebContents {
  sent: { channel: string; args: unknown[] }[];
  webPreferences: WebPreferences;
  /** The page asks before it is left. */
  unsaved: boolean;
  /** What was asked of the page: the method and its arguments. */
  asked: unknown[][];
  /** As when the page opens a window. */
  opens(url: string): BrowserWindow | undefined;
  openHandler(details: { url: string }): WindowOpenHandlerResponse;
}

export interface RecordingSession extends Session {
  fetched: string[];
  /** Addresses of dictionaries that were downloaded. */
  downloads: string[];
  permissionRequestHandler(
    contents: unknown,
    permission: string,
    callback: (granted: boolean) => void,
    details: { requestingUrl: string },
  ): void;
  permissionCheckHandler(contents: unknown, permission: string, origin: string): boolean;
}

export const contentsOf = (window: BrowserWindow) => window.webContents as RecordingContents;

/** A log that nobody reads. */
export const NO_LOG: AppLog = { file: '', info: () => {}, error: () => {}, written: async () => {} };

/** A fresh folder that is gone after the test. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-main-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Emits a navigation event and tells whether it was refused. */
export function navigates(contents: EventEmitter, name: string, url: string, isMainFrame = true): boolean {
  let refused = false;
  contents.emit(name, { url, isMainFrame, preventDefault: () => (refused = true) });
  return !refused;
}

/** The page that calls the bridge. */
export const SENDER = {} as WebContents;

type Frame = { url: string; parent: object | null } | null;

/** Calls a handler of the bridge as a frame of a page would. */
export function invokeFrom(
  sender: WebContents | undefined,
  channel: string,
  senderFrame: Frame,
  ...args: unknown[]
) {
  const { answer } = ipcMain as typeof ipcMain & {
    answer(channel: string, event: Partial<IpcMainInvokeEvent>, args: unknown[]): Promise<unknown>;
  };
  return answer.call(ipcMain, channel, { sender, senderFrame } as Partial<IpcMainInvokeEvent>, args);
}

export const invoke = (channel: string, frame: Frame, ...args: unknown[]) =>
  invokeFrom(SENDER, channel, frame, ...args);
