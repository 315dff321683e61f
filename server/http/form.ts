/** Files in requests: multipart forms, or a JSON body as it came. Limits: spec/limits.md#requests. */
import type { Readable, Writable } from 'node:stream';
import express, { type RequestHandler } from 'express';
import type { Options, StorageEngine } from 'multer';
import { message } from '../contract/messages/message.js';
import { invalid, PlinthError } from '../errors.js';
import { onDemand } from '../on-demand.js';
import { asStoreError } from '../store/disk/fs-errors.js';
import type { Request, Response } from './request.js';

const multerOf = onDemand<typeof import('multer')>('multer');

const MB = 1024 * 1024;

/** Largest file in bytes: one that is read into memory, and one that is streamed to the disk. */
const FILE_LIMITS = { read: 32 * MB, stored: 500 * MB } as const;

const FORM_LIMITS = { fields: 100, fieldSize: 64 * 1024, fieldNameSize: 200, files: 1, parts: 101 } as const;

/** The contents of a request besides its URL. */
export interface Form {
  /** The file; undefined when none was sent, or when `take` has consumed it. */
  bytes: Buffer | undefined;
  /** Whether a file was sent. */
  sent: boolean;
  /** A field of the form, or else of the query; undefined when neither exists. */
  word(name: string): string | undefined;
  /** True for `true`, `1`, `yes` and `on`, as sent by check boxes and scripts. */
  flag(name: string): boolean;
}

const run = (handler: RequestHandler, request: Request, response: Response) =>
  new Promise<void>((resolve, reject) => {
    handler(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });

/** Maps errors of the form parser. Unexpected ones mean an invalid form. */
function asFormError(error: unknown, limit: number): unknown {
  if (error instanceof PlinthError) return error;
  if (!(error instanceof multerOf().MulterError)) {
    // Disk errors are not errors of the form; aborted streams have a code, but no system call.
    return error instanceof Error && 'syscall' in error
      ? asStoreError(error)
      : invalid(message('formInvalid'));
  }
  if (error.code === 'LIMIT_FILE_SIZE') {
    return new PlinthError('tooLarge', message('fileTooLarge', { limit: Math.floor(limit / MB) }));
  }
  if (error.code === 'LIMIT_FILE_COUNT') {
    return invalid(message('formFileLimit'));
  }
  const { message: reason, field } = error;
  return invalid(
    field ? message('formUnreadableField', { reason, field }) : message('formUnreadable', { reason }),
  );
}

/** Storage that passes the file on as a stream. */
const handedTo = (take: (content: Readable, name: string) => Promise<unknown>): StorageEngine => ({
  _handleFile: (_request, file, done) => {
    take(file.stream, file.originalname).then(
      () => done(null, {}),
      (error: unknown) => done(error),
    );
  },
  _removeFile: (_request, _file, done) => done(null),
});

/**
 * Pipes the form into its parser and ends every file when all bytes have been parsed: the parser does not end a part
 * without content and end, and would wait forever. It reports incomplete forms itself.
 */
function feed(request: Request, parser: Writable): void {
  const files = new Set<Readable>();
  parser.on('file', (_name: string, content: Readable) => files.add(content));
  request.pipe(parser, { end: false });
  request.once('end', () => {
    parser.write(Buffer.alloc(0), () => {
      for (const file of files) file.push(null);
      parser.end();
    });
  });
}

function formOf(request: Request, bytes: Buffer | undefined, sent: boolean): Form {
  const fields: unknown = request.body;
  const word = (name: string): string | undefined => {
    const own = typeof fields === 'object' && fields !== null && !Buffer.isBuffer(fields);
    const values = own ? Object.entries(fields) : [];
    const value: unknown = values.find(([key]) => key === name)?.[1] ?? request.query[name];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first : undefined;
  };
  const flag = (name: string) => ['true', '1', 'yes', 'on'].includes(word(name)?.toLowerCase() ?? '');
  return { bytes, sent, word, flag };
}

export interface FormOptions {
  /** Name of the file's field; `file` is understood as well. */
  field: string;
  /** An alternative name of the field; files of further names are then ignored instead of rejected. */
  orField?: string;
  /** Consumes the file as a stream, for files too large for memory; awaited before the form is returned. */
  take?: (content: Readable, name: string) => Promise<unknown>;
  /** Largest file in bytes; default: the value of `FILE_LIMITS`. */
  limit?: number;
  /** A JSON body counts as the file. */
  orJson?: boolean;
}

/**
 * Reads a form with at most one file. Throws `invalid` for another type of body or an invalid form, `tooLarge`, and
 * whatever `take` throws.
 */
export async function readForm(request: Request, response: Response, options: FormOptions): Promise<Form> {
  const type = request.headers['content-type'] ?? '';
  if (options.orJson && /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(type)) {
    await run(express.raw({ type: () => true, limit: FILE_LIMITS.read }), request, response);
    const body: unknown = request.body;
    const bytes = Buffer.isBuffer(body) && body.length > 0 ? body : undefined;
    return formOf(request, bytes, bytes !== undefined);
  }
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    const json = options.orJson ? ' or application/json' : '';
    throw invalid(message('bodyNeedsForm', { orJson: json }));
  }
  const limit = options.limit ?? (options.take ? FILE_LIMITS.stored : FILE_LIMITS.read);
  const multer = multerOf();
  const storage = options.take ? handedTo(options.take) : multer.memoryStorage();
  const names = [...new Set([options.field, options.orField ?? options.field, 'file'])];
  const settings: Options & { streamHandler: typeof feed } = {
    storage,
    limits: { ...FORM_LIMITS, fileSize: limit },
    // Browsers send names in forms as UTF-8; the library defaults to Latin-1.
    defParamCharset: 'utf8',
    fileFilter: (_request, file, done) => done(null, !options.orField || names.includes(file.fieldname)),
    streamHandler: feed,
  };
  const upload = multer(settings);
  const read = options.orField ? upload.any() : upload.fields(names.map((name) => ({ name, maxCount: 1 })));
  // The parser does not notice a client that has already disconnected, and would wait forever.
  if (request.destroyed) throw invalid(message('bodyIncomplete'));
  try {
    await run(read, request, response);
  } catch (error) {
    throw asFormError(error, limit);
  }
  const files = Object.values(request.files ?? {}).flat();
  return formOf(request, options.take ? undefined : files[0]?.buffer, files.length > 0);
}
