/** Boats with a card and a deck, and a way to catch what is saved. */
import type { Files, Page } from './plinth.ts';

const text = (label: string) => ({ type: 'string', field: 'text', label });

/** So many boats; every third has two parts. */
export function boats(count: number): Files {
  const files: Files = {
    '.schemas/part.json': {
      ...{ id: 'part', required: [], index: ['id'] },
      properties: { id: { type: 'slug', field: 'id', label: 'ID' }, label: text('Label') },
    },
    '.schemas/boat.json': {
      ...{ id: 'boat', required: ['id', 'name'], index: ['id', 'name', 'hull', 'length'] },
      properties: {
        id: { type: 'slug', field: 'id', label: 'ID' },
        name: text('Name'),
        hull: { type: 'string', field: 'select', label: 'Hull', options: ['red', 'green'] },
        length: { type: 'number', field: 'number', label: 'Length over all' },
        notes: { type: 'string', field: 'textarea', label: 'Notes' },
        parts: { type: 'deck', field: 'deck', label: 'Parts', schemaref: 'part' },
      },
    },
    'boats/.meta.json': {
      ...{ id: 'boats', schema: 'boat', name: 'Boats', sortBy: 'name' },
      ...{ labelPlural: 'Boats', labelSingular: 'Boat' },
    },
  };
  for (let n = 1; n <= count; n += 1) {
    const id = `boat-${String(n).padStart(2, '0')}`;
    const parts = { mast: { id: 'mast', label: `Mast ${n}` }, sail: { id: 'sail', label: `Sail ${n}` } };
    files[`boats/${id}.json`] = {
      ...{ id, name: `Boat ${n}`, hull: n % 2 === 0 ? 'green' : 'red', length: n },
      notes: n % 5 === 0 ? 'Needs a mast' : '=1+1, "quoted"',
      parts: n % 3 === 0 ? parts : {},
    };
  }
  return files;
}

/**
 * From the next page on, files are saved into the page's own storage, as a picker that always takes the proposed
 * name. Reading of `broken` ends before its end, that of `endless` never does.
 */
export async function catchFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const folder = () => navigator.storage.getDirectory();
    Reflect.set(window, 'showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) =>
      (await folder()).getFileHandle(suggestedName, { create: true }),
    );
    const real = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const failure: unknown = Reflect.get(window, 'nextDownload');
      if (failure === undefined || !String(input).startsWith('/export/')) return real(input, init);
      Reflect.deleteProperty(window, 'nextDownload');
      const stream = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('[\n{"id":"boat-01"},\n'));
          if (failure === 'broken') setTimeout(() => controller.error(new TypeError('network error')));
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(stream, { headers: { 'x-total-count': '30' } });
    };
  });
}

/** What becomes of the next export. */
export const failNext = (page: Page, how: 'broken' | 'endless') =>
  page.evaluate((value) => Reflect.set(window, 'nextDownload', value), how);

/** Files saved so far, by name. */
export const savedFiles = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const files: Record<string, string> = {};
    const folder = await navigator.storage.getDirectory();
    for await (const [name, handle] of folder.entries()) {
      if (handle instanceof FileSystemFileHandle) files[name] = await (await handle.getFile()).text();
    }
    return files;
  });
