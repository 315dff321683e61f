/** Opens a data folder: sweeps what crashes left, then hands out the store's parts. */
import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CloseStack } from '../async/close-stack.js';
import { Locks } from '../async/locks.js';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { invalid, missing } from '../errors.js';
import { FolderCatalogue } from './catalogue/catalogue.js';
import { FolderChangeSets } from './change-sets/change-set-files.js';
import { CleanupQueue } from './disk/cleanup-queue.js';
import { DurableFiles } from './disk/durable.js';
import { FolderFormat } from './disk/folder-format.js';
import { isAbsent } from './disk/fs-errors.js';
import { Layout } from './disk/layout.js';
import type { Log } from './disk/log.js';
import { OwnWrites } from './disk/own-writes.js';
import { RootGuard } from './disk/root-guard.js';
import { isFolder } from './disk/stamp.js';
import { TextFiles } from './disk/text-files.js';
import { ObjectFiles } from './documents/objects.js';
import { recordedSettings } from './documents/recorded-settings.js';
import { openRecord } from './documents/records.js';
import { CustomSchemaFiles } from './documents/schema-files.js';
import { SettingsFiles } from './documents/settings-files.js';
import { ChunkFiles } from './features/chunk-files.js';
import { DerivativeFiles } from './features/derivative-files.js';
import { ImportRecordFiles } from './features/import-records.js';
import { RunFolder } from './features/run-files.js';
import { SourceRecordFiles } from './features/source-records.js';
import { UnsavedFiles } from './features/unsaved-files.js';
import { FolderFileHistory } from './file-history/folder-file-history.js';
import { ObjectFolders } from './files/property-files.js';
import { FolderChangeLog } from './history/change-log.js';
import { FolderHistory } from './history/history.js';
import { keptPathOf, objectPathOf } from './history/kept-paths.js';
import { NO_HISTORY } from './history/no-history.js';
import { machineId } from './host/machine.js';
import {
  derivativesFolder,
  historyFolder,
  importsFolder,
  publishingFolder,
  runsFolder,
} from './host/machine-folders.js';
import { createPrivateFolder } from './host/private-folder.js';
import { JournalNotes } from './journal/file-notes.js';
import { JournalFiles } from './journal/journal.js';
import { ConflictCopies } from './maintenance/conflict-copies.js';
import { openMaintenance } from './maintenance/maintenance.js';
import { recover } from './maintenance/recover-folder.js';
import { type CacheSweep, sweepCache } from './maintenance/sweep-cache.js';
import { sweepTemp } from './maintenance/sweep-temp.js';
import type { Store } from './store.js';
import { TrashFolder } from './trash/trash.js';
import { Watcher } from './watch/watcher.js';

const DAY_MS = 24 * 3_600_000;
/** How long deleted things can be restored (spec/content.md#trash). */
const TRASH_DAYS = 30;

/** Bytes the images made of others may take. */
const DERIVATIVES_BYTES = 2 * 1024 ** 3;

export interface StoreOptions {
  /** The data folder; it must exist and may be a link to one. */
  folder: string;
  /** Cache directory: snapshots. */
  cache: string;
  /** State directory: records of this user and machine. */
  state: string;
  log: Log;
  /**
   * Whether this process has the folder to itself; then it clears up what crashes left. Absent: it looks whether
   * another has it.
   */
  exclusive?: boolean;
  /** The clock of the trash; tests hold it still. */
  now?: () => Date;
}

/** Opens a folder. Throws `missing` when it does not exist. A read-only folder can be opened, too. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const opened = new CloseStack();
  try {
    return await openParts(options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The folder itself, and the ways to write to it and to the folders of this machine. */
function openFiles(options: StoreOptions, opened: CloseStack) {
  const { log, now = () => new Date() } = options;
  const layout = new Layout(realFolder(options.folder));
  for (const place of [options.state, options.cache]) {
    try {
      createPrivateFolder(place, layout.root);
    } catch (error) {
      // A folder can be read without them; a failure is reported when they are written.
      log('warn', `The folder "${place}" cannot be created`, error);
    }
  }
  const folder = opened.use(new RootGuard(layout.root));
  const format = opened.use(
    new FolderFormat(layout.record('format'), (problem) =>
      log('warn', problem?.reason.text ?? 'The data folder can be written again'),
    ),
  );
  if (format.problem) log('warn', format.problem.reason.text);
  const guard = (path: string) => {
    folder.check();
    format.checkWritable();
    layout.guard(path);
  };
  const own = new OwnWrites();
  const isAvailable = () => folder.isAvailable();
  const ofHistory = { folder: historyFolder(options.state, layout.root), isAvailable, log, now };
  const kept = FolderHistory.open({
    ...ofHistory,
    root: layout.root,
    temp: layout.temp,
    textFilesOf: (collection) => texts.filesOf(collection),
    isBusy: (path) => own.isBusy(objectPathOf(path)),
  });
  opened.defer(() => kept?.close());
  const history = kept ?? NO_HISTORY;
  const durable = new DurableFiles({
    root: layout.root,
    temp: layout.temp,
    spare: layout.trash,
    guard,
    versions: history,
    firstWrite: (temporary) => format.writeIfMissing(temporary, log),
  });
  const states = new DurableFiles({ root: options.state, temp: join(options.state, 'tmp') });
  const caches = new DurableFiles({ root: options.cache, temp: join(options.cache, 'tmp') });
  const fileHistory = opened.use(new FolderFileHistory({ ...ofHistory, layout }));
  const texts = new TextFiles({ layout, durable });
  return {
    layout,
    folder,
    format,
    own,
    isAvailable,
    kept,
    history,
    durable,
    states,
    caches,
    fileHistory,
    texts,
  };
}

/** What is kept about the folder in the state and the cache directory. */
function filesOfMachine(
  { state, cache, log }: StoreOptions,
  { layout: { root }, states, caches }: ReturnType<typeof openFiles>,
): Pick<Store, 'sourceRecords' | 'runs' | 'publishing' | 'unsaved' | 'derivatives' | 'stateRecord'> {
  return {
    sourceRecords: new SourceRecordFiles(importsFolder(state, root), states),
    runs: new RunFolder(runsFolder(state, root), states),
    publishing: new RunFolder(publishingFolder(state, root), states),
    unsaved: new UnsavedFiles({ state, root, durable: states, log }),
    derivatives: new DerivativeFiles({
      folder: derivativesFolder(cache, root),
      temps: caches,
      limit: DERIVATIVES_BYTES,
      log,
    }),
    stateRecord: async (name, initial) => {
      if (!isLegalId(name)) throw invalid(message('recordNameInvalid', { name }));
      return openRecord({ path: join(state, `${name}.json`), initial, durable: states, log });
    },
  };
}

/** Removes what is no longer needed, now and once a day. */
async function cleanUpDaily(
  {
    trash,
    fileHistory,
    chunks,
    imports,
    cache,
  }: {
    trash: TrashFolder;
    fileHistory: FolderFileHistory;
    chunks: ChunkFiles;
    imports: ImportRecordFiles;
    cache: Omit<CacheSweep, 'now'>;
  },
  { log, now, opened }: { log: Log; now: () => Date; opened: CloseStack },
): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const removeOld = async () => {
    await trash
      .purgeBefore(daysAgo(TRASH_DAYS))
      .catch((error: unknown) => log('warn', 'The trash could not be emptied', error));
    await sweepCache({ ...cache, now }).catch((error: unknown) =>
      log('warn', 'What is no longer needed of the cache could not be removed', error),
    );
  };
  const cleanUp = async () => {
    await chunks
      .sweep(daysAgo(1))
      .catch((error: unknown) => log('warn', 'Abandoned uploads could not be removed', error));
    await imports
      .sweep(daysAgo(TRASH_DAYS))
      .catch((error: unknown) => log('warn', 'Old records of imports could not be removed', error));
  };
  await cleanUp();
  // What is kept of the trash may have to be copied to another volume, which opening does not wait for.
  let removing = removeOld();
  const work = async () => {
    await cleanUp();
    removing = removeOld();
    await removing;
    await fileHistory.maintain();
  };
  const daily = setInterval(work, DAY_MS).unref();
  opened.defer(() => {
    clearInterval(daily);
    return removing;
  });
}

async function openParts(options: StoreOptions, opened: CloseStack): Promise<Store> {
  const { log, now = () => new Date() } = options;
  const files = openFiles(options, opened);
  const { layout, folder, format, own, isAvailable, history, durable, states, caches, texts } = files;
  const locks = new Locks();
  const unfinished = opened.use(new CleanupQueue({ locks, log }));
  const machine = machineId(options.state, log);
  const invalidate = (collection: string, id: string) => watcher.suspect(collection, id);
  const { fileHistory } = files;
  const common = { history, fileHistory, layout, durable, own, unfinished, machine, log, invalidate };
  const trash = new TrashFolder({ ...common, now });
  const journal = new JournalFiles({ ...common, trash, texts });
  const parts = { ...common, trash, texts, journal };
  const changeSets = new FolderChangeSets({ layout, durable, trash, own, history });
  const collections = new SettingsFiles(parts);
  const schemas = new CustomSchemaFiles(parts);
  const catalogue = opened.use(
    new FolderCatalogue({
      layout,
      cache: options.cache,
      caches,
      log,
      check: () => folder.check(),
      invalidate,
      settling: (collection) => journal.settling(collection),
    }),
  );
  const copies = new ConflictCopies(layout);
  const watched = { layout, own, catalogue, collections, schemas, texts, copies, sets: changeSets };
  const watcher = new Watcher({ ...watched, log, isAvailable });
  const record: Store['record'] = async (name, initial) => {
    const path = layout.record(name);
    if (layout.linkOn(path)) throw invalid(message('recordIsLink', { name }));
    return openRecord({ path, initial, durable, log });
  };

  const recovery = await recover(parts, format.problem ? false : options.exclusive);
  opened.defer(() => recovery.stop());
  for (const [place, of] of [[options.state, states] as const, [options.cache, caches] as const]) {
    await sweepTemp(join(place, 'tmp'), of).catch((error: unknown) => {
      log('warn', `Unfinished files in ${place} could not be removed`, error);
    });
  }
  const chunks = new ChunkFiles({ folder: join(layout.temp, 'chunks'), durable, now });
  const imports = new ImportRecordFiles(common);
  const cache = { cache: options.cache, layout, caches, check: () => folder.check() };
  if (!format.problem) {
    await cleanUpDaily({ trash, fileHistory, chunks, imports, cache }, { log, now, opened });
  }
  watcher.on((event) => {
    const path = keptPathOf(event);
    if (path !== undefined) history.changedOutside(path);
  });
  if (recovery.exclusive) files.kept?.start(() => catalogue.reading() !== undefined);
  const changes = opened.use(
    new FolderChangeLog({
      activity: recovery.exclusive ? files.kept?.activity : undefined,
      hasLost: recovery.exclusive && files.kept?.findLoss() === true,
      collections: await collections.ids(),
      log,
      now,
    }),
  );
  opened.use(watcher);
  // What it undoes at last is a change like others.
  opened.use(journal);
  await watcher.start();
  folder.on((back) => {
    log('warn', back ? 'The data folder is available again' : 'The data folder is no longer available');
    if (back) watcher.resume();
  });

  return {
    ...filesOfMachine(options, files),
    root: layout.root,
    folder,
    format,
    folderName: basename(layout.root),
    objects: new ObjectFiles(parts),
    journal,
    imports,
    fileNotes: new JournalNotes({ ...common, exclusive: recovery.exclusive }),
    cleanupQueue: unfinished,
    files: new ObjectFolders(parts),
    texts,
    chunks,
    collections,
    schemas,
    catalogue,
    changes,
    changeSets,
    trash,
    history,
    fileHistory,
    maintenance: openMaintenance({ ...common, trash, copies, now, changeSets }),
    record,
    settings: async (initial) =>
      recordedSettings(await record('settings', initial), layout.record('settings'), { own, history }),
    locked: (key, work) => locks.run(key, work),
    lockedAll: (keys, work) => locks.runAll(keys, work),
    onOutsideChange: (listener) => watcher.on(listener),
    close: () => opened.close(),
  };
}

function realFolder(folder: string): string {
  try {
    const root = realpathSync(folder);
    if (isFolder(root)) return root;
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  throw missing(message('folderAbsent', { path: folder }));
}
