/**
 * Where a download goes as it comes: a file the user picked, else the memory up to a measure. A link would show
 * neither progress nor failure, and a Blob of an archive of gigabytes would take the memory.
 */

declare global {
  interface Window {
    /** Chromium only, and there not in the desktop window. */
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
  }
}

export interface SaveTarget {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Everything has come: the file is there. */
  finish(): Promise<void>;
  /** What has come is thrown away. */
  discard(): Promise<void>;
}

/** Most that is held in memory; more goes through the browser's own downloads. */
const MOST_IN_MEMORY = 64 * 1024 * 1024;

/** Thrown by a target that holds no more. */
export class TooLong extends Error {}

/** A file the user picks, written as the answer comes. Undefined when the user picks none. */
async function pickedFile(
  pick: NonNullable<Window['showSaveFilePicker']>,
  filename: string,
): Promise<SaveTarget | undefined> {
  let handle: FileSystemFileHandle;
  try {
    handle = await pick({ suggestedName: filename });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    return inMemory(filename);
  }
  const writable = await handle.createWritable();
  return {
    write: (piece) => writable.write(piece),
    finish: () => writable.close(),
    discard: async () => {
      await writable.abort().catch(() => undefined);
      // Picking made an empty file; the newer browsers let it be taken away again.
      if ('remove' in handle && typeof handle.remove === 'function') {
        await Promise.resolve(handle.remove()).catch(() => undefined);
      }
    },
  };
}

/** Hands a link to the browser, which saves what stands behind it. */
function follow(address: string, filename: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
}

function inMemory(filename: string): SaveTarget {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  return {
    write: async (piece) => {
      size += piece.length;
      if (size > MOST_IN_MEMORY) throw new TooLong('The file is too large to fit in memory');
      pieces.push(piece);
    },
    finish: async () => {
      const address = URL.createObjectURL(new Blob(pieces));
      follow(address, filename);
      // The browser reads it after the click.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    discard: async () => {
      pieces = [];
    },
  };
}

/** Lets the browser download an address by itself: it shows how far it is, and a file that breaks off as failed. */
export const leaveToBrowser = follow;

/** Asks where to save, where the browser can. Undefined when the user wants none. To be called on a click. */
export async function saveTarget(filename: string): Promise<SaveTarget | undefined> {
  // The desktop window has no right to files; it saves through its own dialog.
  if (window.showSaveFilePicker === undefined || 'plinth' in window) return inMemory(filename);
  return pickedFile((options) => window.showSaveFilePicker?.(options) ?? Promise.reject(), filename);
}
