/** Finds out what a file or folder is, and opens it as a source. */
import { basename, dirname, extname } from 'node:path';
import type { Content } from '../content/core/base.js';
import { filePathProblem } from '../contract/file-names.js';
import { message } from '../contract/messages/message.js';
import { slug } from '../contract/names.js';
import { invalid } from '../errors.js';
import { placeOf, readStream, SourceFolder } from '../store/host/source-files.js';
import { asRefusal, filesOfArchive, MAX_FILE_BYTES } from '../transfer/archive.js';
import { DataFiles, dataTypeOf } from './data/data-files.js';
import type { DataFile } from './data/rows.js';
import { isContentPath, isSkippedFolder, MarkdownFolder } from './markdown/folder.js';
import { MARKDOWN } from './markdown/item.js';
import type { Source } from './source.js';
import { WordPressExport } from './wordpress/wordpress.js';

/** Unpacks an archive that is to be imported, next to the data folder; the checks are those of every archive. */
interface Unpacked {
  folder: SourceFolder;
  close(): Promise<void>;
}

/** Throws `invalid` for a damaged or dangerous archive, `tooLarge`. Files whose names no file system takes are left out. */
async function unpackZip(base: Content, path: string): Promise<Unpacked> {
  const incoming = await base.store.files.incoming();
  try {
    const { zip, files, top } = await filesOfArchive(path);
    try {
      for (const [name, entry] of files) {
        const below = name.slice(top.length);
        if (filePathProblem(below) !== undefined) continue;
        const content = await zip.openReadStreamPromise(entry);
        await incoming.write(below, content, Math.min(entry.uncompressedSize, MAX_FILE_BYTES));
      }
    } finally {
      zip.close();
    }
    return {
      folder: await SourceFolder.open(dirname(incoming.pathOf('a'))),
      close: () => incoming.discard(),
    };
  } catch (error) {
    await incoming.discard();
    throw asRefusal(error);
  }
}

export interface SourceOptions {
  /** Folder with the files that the content refers to. */
  media?: string | undefined;
  /** Address of the former site, where files are fetched from. */
  baseUrl?: string | undefined;
  /** Instead of the path, where that is a temporary file. */
  name?: string | undefined;
  identity?: string | undefined;
}

const groupOf = (name: string): string => slug(basename(name, extname(name))) || 'imported';

const PROJECT_JSON = /^(?:package(?:-lock)?|tsconfig.*|manifest|composer|\..*)\.json$/;

interface Parts {
  name: string;
  identity: string;
  media: SourceFolder | undefined;
  baseUrl: string | undefined;
  close?: () => Promise<void>;
}

async function folderSource(folder: SourceFolder, parts: Parts): Promise<Source> {
  const { files } = await folder.list((path) => isSkippedFolder(path));
  const media = parts.media ?? folder;
  if (files.some(({ path }) => MARKDOWN.test(path) && isContentPath(path))) {
    return new MarkdownFolder(folder, { ...parts, media: parts.media });
  }
  const exports = files.filter(({ path }) => /\.xml$/i.test(path));
  const [first, ...others] = exports;
  if (first && others.length === 0) {
    return new WordPressExport({ ...parts, media, name: first.path, open: () => folder.stream(first.path) });
  }
  if (others.length > 0) throw invalid(message('sourceXmlFiles', { name: parts.name }));
  const data = files.flatMap(({ path, size }): DataFile[] => {
    const type = PROJECT_JSON.test(basename(path)) ? undefined : dataTypeOf(path);
    return type === undefined
      ? []
      : [{ name: path, group: groupOf(path), type, size, open: () => folder.stream(path) }];
  });
  if (data.length > 0) return new DataFiles({ ...parts, media, files: data });
  throw invalid(message('sourceEmpty', { name: parts.name }));
}

/** Opens a source. Throws `missing`, `invalid` for a format that is not supported. The caller closes it. */
export async function openSource(base: Content, path: string, options: SourceOptions = {}): Promise<Source> {
  const place = await placeOf(path);
  const media = options.media === undefined ? undefined : await SourceFolder.open(options.media);
  const name = options.name ?? place.name;
  const parts: Parts = { name, identity: options.identity ?? place.path, media, baseUrl: options.baseUrl };
  if (place.isFolder) return folderSource(await SourceFolder.open(place.path), parts);
  const open = () => readStream(place.path);
  const type = dataTypeOf(name);
  if (type)
    return new DataFiles({ ...parts, files: [{ name, group: groupOf(name), type, size: place.size, open }] });
  if (/\.(?:xml|wxr)$/i.test(name)) return new WordPressExport({ ...parts, open });
  if (MARKDOWN.test(name)) {
    return new MarkdownFolder(await SourceFolder.open(dirname(place.path)), {
      ...parts,
      only: basename(place.path),
    });
  }
  if (/\.zip$/i.test(name)) {
    const unpacked = await unpackZip(base, place.path);
    try {
      return await folderSource(unpacked.folder, { ...parts, close: unpacked.close });
    } catch (error) {
      await unpacked.close();
      throw error;
    }
  }
  throw invalid(message('sourceUnsupported', { name }));
}
