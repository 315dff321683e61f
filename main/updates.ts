/**
 * Updates of the app. It looks for them by itself: off by default, an app that shows content of others would keep an
 * old Chromium with all who never open the menu.
 */
import { app, BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { AppLog } from './log.js';
import type { SettingsFile } from './settings.js';
import { t } from './texts.js';
import type { UpdatedBy } from './update-place.js';
import type { UpdateSource } from './update-source.js';

/** Newer versions of the app: looked for, downloaded and installed, each only as the user wants it. */
export interface Updates {
  /** What the item of the menu says now. */
  readonly label: string;
  /** Whether there is something to do by the menu. */
  readonly enabled: boolean;
  /** Looks for a newer version, or offers again what was downloaded; says what came of it. */
  askedFor(): Promise<void>;
  /** Looks from now on once a day, where the app updates itself and the user has not switched it off. */
  begin(): void;
}

export interface UpdatesOptions {
  by: UpdatedBy;
  source(): Promise<UpdateSource>;
  settings: SettingsFile;
  log: AppLog;
  /** Closes the windows, which ask about what is unsaved, and the servers; then does this instead of ending. */
  endWith(install: () => void): void;
  /** Starts the app again when it has ended. */
  startAgain(): void;
  /** The label changed. */
  onChange(): void;
}

/** Not while the app is starting, in ms. */
const FIRST_PAUSE = 30_000;
const DAY = 24 * 60 * 60 * 1000;

type State = 'idle' | 'checking' | 'downloading' | 'ready';

export function createUpdates(options: UpdatesOptions): Updates {
  const { by, settings, log, onChange } = options;
  let state: State = 'idle';
  let version = '';
  let percent = 0;
  let loaded: Promise<UpdateSource> | undefined;
  const source = () => {
    loaded ??= options.source();
    return loaded;
  };
  /** Offered and put off in this run. */
  let putOff: string | undefined;

  function change(next: State): void {
    state = next;
    onChange();
  }

  async function check(byHand: boolean): Promise<void> {
    if (state !== 'idle') return;
    change('checking');
    try {
      const from = await source();
      const found = await from.check();
      change('idle');
      if (found === undefined) {
        if (byHand) await say(newest());
      } else if (byHand || found !== putOff) await offer(from, found);
    } catch (error) {
      change('idle');
      // Without a connection nothing is wrong, unless the user is waiting.
      log.info(`No update was found: ${sentence(error)}`);
      if (byHand) await say(failed(t('Could not look for updates'), error));
    }
  }

  async function offer(from: UpdateSource, found: string): Promise<void> {
    version = found;
    const current = app.getVersion();
    const answer = await say({
      type: 'info',
      message: t(`Plinth ${version} is available`),
      detail: t(`You have version ${current}. Nothing is installed before you have been asked again.`),
      buttons: [t('Download'), t('Later')],
      cancelId: 1,
    });
    if (answer !== 0) {
      putOff = found;
      return;
    }
    percent = 0;
    change('downloading');
    try {
      await from.download(progress);
      change('ready');
      await offerRestart(from);
    } catch (error) {
      if (state === 'downloading') change('idle');
      log.error(error);
      await say(failed(t('The update could not be downloaded'), error));
    } finally {
      showProgress(-1);
    }
  }

  function progress(part: number): void {
    const next = Math.floor(part * 100);
    if (next === percent) return;
    // The menu is drawn again with its label: not for each percent.
    const isTold = tens(next) !== tens(percent);
    percent = next;
    showProgress(part);
    if (isTold) onChange();
  }

  async function offerRestart(from: UpdateSource): Promise<void> {
    const answer = await say({
      type: 'info',
      message: t(`Plinth ${version} is ready`),
      detail: t(
        'It is installed when you quit Plinth, or now. Forms with unsaved changes ask before they close.',
      ),
      buttons: [t('Restart Now'), t('When I Quit')],
      cancelId: 1,
    });
    if (answer === 0) options.endWith(() => from.install(notInstalled));
  }

  /** Windows and servers are closed already: the app starts again as it was. */
  function notInstalled(error: Error): void {
    log.error(error);
    dialog.showErrorBox(t('The update could not be installed'), error.message);
    options.startAgain();
    app.exit(0);
  }

  const failed = (message: string, error: unknown): MessageBoxOptions => {
    const { file } = log;
    return { type: 'error', message, detail: `${sentence(error)}\n\n${t(`The log is in ${file}`)}` };
  };

  return {
    get label() {
      if (state === 'checking') return t('Looking for Updates…');
      if (state === 'downloading') return t(`Downloading Plinth ${version} (${tens(percent)} %)`);
      return state === 'ready' ? t(`Restart to Update to ${version}…`) : t('Check for Updates…');
    },
    get enabled() {
      return state === 'idle' || state === 'ready';
    },
    async askedFor() {
      if (by !== 'app') await say(notByApp(by));
      else if (state === 'ready') await offerRestart(await source());
      else await check(true);
    },
    begin() {
      if (by !== 'app') return;
      const look = () => {
        if (settings.value.checkForUpdates) void check(false);
      };
      setTimeout(look, FIRST_PAUSE).unref();
      setInterval(look, DAY).unref();
    },
  };
}

function newest(): MessageBoxOptions {
  const version = app.getVersion();
  return { type: 'info', message: t(`Plinth ${version} is the newest version`) };
}

function notByApp(by: 'packages' | 'hand'): MessageBoxOptions {
  const detail =
    by === 'packages'
      ? t('It was installed with the packages of this system, which bring newer versions.')
      : t('Newer versions are where you got this one. Install it in its place; folders and settings stay.');
  return { type: 'info', message: t('This copy of Plinth does not update itself'), detail };
}

/** Shows a message and answers which button was pressed. */
async function say(options: MessageBoxOptions): Promise<number> {
  const window = BrowserWindow.getFocusedWindow();
  const shown = { noLink: true, ...options };
  const { response } = window
    ? await dialog.showMessageBox(window, shown)
    : await dialog.showMessageBox(shown);
  return response;
}

function showProgress(part: number): void {
  for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(part);
}

const tens = (percent: number): number => Math.floor(percent / 10) * 10;

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
