/** What can be done to the files and folders of a depot. It happens in the folder at once; a deletion can be undone. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FileItem } from '#contract/files';
import type { JsonObject } from '#contract/values';
import {
  describeFile,
  type FileAddress,
  makeFolder,
  moveFile,
  removeFile,
  renameFolder,
} from '../../api/files';
import { restoreTrash } from '../../api/mutations';
import type { ObjectWithTag } from '../../api/queries';
import { useAnnounce } from '../../ui/Announcer';
import { notifyDone, notifyFailed, notifyUndo } from '../../ui/notify';
import { type FileRequest, useForm } from '../form-context';

const texts = {
  failed: 'Could not update the files',
  made: (name: string) => `Folder ${name} created`,
  renamed: (name: string) => `Folder renamed to ${name}`,
  moved: (name: string, to: string) =>
    to === '' ? `${name} moved to the top level` : `${name} moved to ${to}`,
  removed: (name: string) => `“${name}” moved to the trash.`,
  restored: (name: string) => `“${name}” restored.`,
  restoreFailed: 'Could not restore',
  described: 'Saved',
};

export interface DepotActions {
  makeFolder(parent: readonly string[], name: string): Promise<boolean>;
  rename(folder: readonly string[], name: string): Promise<boolean>;
  move(from: readonly string[], name: string, to: string): Promise<boolean>;
  remove(folders: readonly string[], item: FileItem): Promise<boolean>;
  describe(folders: readonly string[], name: string, said: JsonObject): Promise<boolean>;
}

export function useDepot(path: string): DepotActions | undefined {
  const { files } = useForm();
  const client = useQueryClient();
  const announce = useAnnounce();
  return useMemo(() => {
    if (files === undefined) return undefined;

    /** Runs a change; failures are told. */
    async function run(
      said: string,
      request: (address: FileAddress, ifMatch: string) => Promise<ObjectWithTag>,
    ) {
      const address = files?.addressOf(path);
      if (files === undefined || address === undefined) return false;
      const change: FileRequest = (ifMatch) => request(address, ifMatch);
      try {
        await files.change(path, change);
        announce(said);
        return true;
      } catch (error) {
        notifyFailed(texts.failed, error);
        return false;
      }
    }
    const within = (address: FileAddress, folders: readonly string[], name?: string): FileAddress => ({
      ...address,
      segments: name === undefined ? address.segments : [...address.segments, name],
      folder: folders.join('/'),
    });

    async function restore(entry: string, name: string) {
      try {
        await restoreTrash(client, entry);
        notifyDone(texts.restored(name));
        await files?.change(path, () => files.read());
      } catch (error) {
        notifyFailed(texts.restoreFailed, error);
      }
    }

    return {
      makeFolder: (parent, name) =>
        run(texts.made(name), (address, ifMatch) =>
          makeFolder(address, [...parent, name].join('/'), ifMatch),
        ),
      rename: (folder, name) =>
        run(texts.renamed(name), (address, ifMatch) => renameFolder(within(address, folder), name, ifMatch)),
      move: (from, name, to) =>
        run(texts.moved(name, to), async (address, ifMatch) => {
          await moveFile(within(address, from, name), to, ifMatch);
          return files.read();
        }),
      describe: (folders, name, said) =>
        run(texts.described, (address, ifMatch) =>
          describeFile(within(address, folders, name), said, ifMatch),
        ),
      async remove(folders, item) {
        let entry: string | undefined;
        const done = await run(texts.removed(item.name), async (address, ifMatch) => {
          const answer = await removeFile(within(address, folders, item.name), ifMatch);
          entry = answer.entry;
          return answer;
        });
        const trashed = entry;
        if (done && trashed !== undefined) {
          notifyUndo(texts.removed(item.name), () => void restore(trashed, item.name));
        }
        return done;
      },
    };
  }, [files, path, client, announce]);
}
