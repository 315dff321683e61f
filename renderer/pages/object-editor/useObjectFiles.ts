/** The files of the object being edited: what the fields upload, and how the form hears of it. */
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { isItem } from '#contract/files';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { ApiError } from '../../api/client';
import { embedFile, type FileAddress, saveFile } from '../../api/files';
import { keys } from '../../api/keys';
import { refreshLists } from '../../api/mutations';
import { type ObjectWithTag, objectQuery } from '../../api/queries';
import { refresh } from '../../api/stale';
import type { FileRequest, ObjectFiles } from '../../fields/form-context';
import { own, sameJson } from '../../json';
import { useAnnounce } from '../../ui/Announcer';
import type { FormStore } from '../../unsaved/form-store';
import type { SaveOutcome } from '../../unsaved/save-form';
import type { InTurn } from '../../unsaved/turns';
import { createUploadQueue, type UploadItem } from '../../uploads/upload-queue';

const texts = {
  added: (name: string) => `${name} uploaded`,
  changed: 'These files were changed elsewhere. Review the current files, then try again.',
  unsaved: 'Save the form before adding files. Fix the highlighted fields first.',
};

/** The value at a dotted path. */
const valueAt = (object: JsonObject, path: string): JsonValue | undefined =>
  path
    .split('.')
    .reduce<JsonValue | undefined>(
      (value, key) => (isJsonObject(value) ? own(value, key) : undefined),
      object,
    );

/** Whether what stands around a property is in the folder: the object, and in a deck the item. */
function isStored(store: FormStore, path: string): boolean {
  const { isNew, base } = store.get();
  if (isNew) return false;
  const [head = '', ...inner] = path.split('.');
  let value: JsonValue | undefined = own(base, head);
  // Of `deck.item.photo` the item has to stand; a card is made by the server.
  if (inner.length >= 2) {
    const item: JsonValue | undefined = isJsonObject(value) ? own(value, inner[0] ?? '') : undefined;
    value = item;
    return isJsonObject(value);
  }
  return true;
}

/** The same object for the life of the editor. */
export function useObjectFiles(
  store: FormStore,
  {
    collection,
    save,
    inTurn,
    sets,
  }: {
    collection: string;
    save(): Promise<SaveOutcome>;
    inTurn: InTurn;
    /** The change set that the form is of. */
    sets: RefObject<{ set: string | undefined }>;
  },
): ObjectFiles {
  const client = useQueryClient();
  const announce = useAnnounce();
  const saving = useRef(save);
  saving.current = save;

  const files = useMemo<ObjectFiles>(() => {
    const idNow = () => String(store.get().base.id ?? '');
    const addressOf = (path: string): FileAddress | undefined =>
      store.get().isNew
        ? undefined
        : { collection, id: idNow(), segments: path.split('.'), set: sets.current.set };

    function take(path: string, answer: ObjectWithTag, known: boolean): void {
      const { object, etag } = answer;
      store.dispatch({ type: 'filed', keys: path.split('.'), object, etag, known });
      if (known) client.setQueryData(keys.object(collection, idNow(), sets.current.set), answer);
      void refreshLists(client, collection);
      void refresh(client, keys.trash, ...(sets.current.set === undefined ? [] : [keys.changeSets]));
    }

    const read = () =>
      client.fetchQuery({ ...objectQuery(collection, idNow(), sets.current.set), staleTime: 0 });

    /**
     * On the version the form is made on. Where that one is old, on the stored one, unless its files at this property
     * are others than the user sees; `adds`: a file beside the others is no harm to them.
     */
    const change = (path: string, request: FileRequest, adds = false): Promise<ObjectWithTag> =>
      inTurn(async () => {
        await client.cancelQueries({ queryKey: keys.object(collection, idNow()) });
        let sent = store.get().etag ?? '';
        const answer = await request(sent).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 412) throw withReason(error);
          const seen = valueAt(store.get().base, path);
          const now = await read();
          const found = valueAt(now.object, path);
          const harmless = adds && !isItem(found);
          if (!harmless && !sameJson(seen, found)) throw new Error(texts.changed);
          sent = now.etag;
          return request(sent);
        });
        take(path, answer, store.get().etag === sent);
        return answer;
      });

    async function send(item: UploadItem, signal: AbortSignal, onProgress: (part: number) => void) {
      const { path, folder, instead, file } = item;
      const segments = [...path.split('.'), ...(instead === undefined ? [] : [instead])];
      const put: FileRequest = (ifMatch) => {
        const { set } = sets.current;
        const address = { collection, id: idNow(), segments, set, ...(folder !== undefined && { folder }) };
        return saveFile(address, file, { signal, onProgress, ifMatch });
      };
      await change(path, put, instead === undefined);
      announce(texts.added(file.name));
    }

    const uploads = createUploadQueue({
      send,
      isReady: ({ path }) => isStored(store, path),
      prepare: async () => (await saving.current()) === 'saved',
    });
    return {
      uploads,
      addressOf,
      change,
      async embed(path, file) {
        if (!isStored(store, path)) await saving.current();
        const address = isStored(store, path) ? addressOf(path) : undefined;
        if (address === undefined) throw new Error(texts.unsaved);
        return embedFile(address, file).catch((error: unknown) => {
          throw withReason(error);
        });
      },
      read,
    };
  }, [store, collection, client, announce, inTurn, sets]);

  useEffect(() => store.subscribe(files.uploads.wake), [store, files]);
  return files;
}

/** The sentence about the property rather than the title of the refusal. */
function withReason(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const sentences = Object.values(error.details).flat();
  return sentences.length === 0 ? error : new Error(sentences.join(' '));
}
