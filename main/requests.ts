import { app } from 'electron';
import { folderOf, readArguments, type StartArguments } from './arguments.js';
import { folderLink } from './folder-links.js';

/** What the user asks of the app from outside: a folder or a link that is opened, a second start. */
export interface Requests {
  /** Handles what comes from now on, and answers what has come before. */
  handle(open: (asked: StartArguments) => void): StartArguments;
}

/** What a second start passes to the running app. */
export interface SecondStart {
  argv: string[];
  cwd: string;
}

/** Listens from the start of the program: macOS asks before the app is ready. */
export function listenToRequests(skip: number): Requests {
  const early: StartArguments = { folders: [], links: [] };
  let open: (asked: StartArguments) => void = ({ folders, links }) => {
    early.folders.push(...folders);
    early.links.push(...links);
  };
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open({ folders: [folderOf(path)], links: [] });
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = folderLink(url);
    open({ folders: [], links: link ? [link] : [] });
  });
  app.on('second-instance', (_event, _argv, _cwd, second) => {
    open(
      isSecondStart(second)
        ? readArguments(second.argv, { cwd: second.cwd, skip })
        : { folders: [], links: [] },
    );
  });
  return {
    handle(listener) {
      open = listener;
      return early;
    },
  };
}

function isSecondStart(value: unknown): value is SecondStart {
  if (typeof value !== 'object' || value === null) return false;
  const { argv, cwd } = value as Partial<Record<string, unknown>>;
  return typeof cwd === 'string' && Array.isArray(argv) && argv.every((word) => typeof word === 'string');
}
