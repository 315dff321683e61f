/**
 * The answers of many objects in small batches, for reports and exports: neither memory nor the event loop must hold a
 * whole collection. The reader sets the pace.
 */

import { Yielder } from '../../async/yielder.js';
import { PlinthError } from '../../errors.js';
import { isUnreadable } from '../../store/disk/fs-errors.js';
import { retryUntilFound } from '../../store/disk/retry-read.js';
import type { Row } from '../../store/types/catalogue.js';
import { writerAnswer } from '../answers/answer.js';
import { countedBytes } from '../answers/counted.js';
import type { Content, Live } from '../core/base.js';

/** Max bytes and objects of one batch. */
const BATCH_BYTES = 256 * 1024;
const BATCH_OBJECTS = 200;

export interface AnswerBatch {
  /** JSON texts of objects as `GET` serves them. */
  readonly answers: readonly Buffer[];
  /** Ids of objects whose files cannot be read. Objects deleted in the meantime are in neither list. */
  readonly damaged: readonly string[];
}

export interface AnswerOptions {
  /** The caller may write the objects and is shown private properties. */
  writer: boolean;
}

/** So many missing files are retried: the objects may have been deleted in the meantime. */
const MAX_MISSING = 8;

/** Reads the answers of rows in their order. `rows` is read at the first step. */
export async function* answersOf(
  base: Content & Live,
  collection: string,
  rows: readonly Row[],
  { writer }: AnswerOptions,
): AsyncGenerator<AnswerBatch> {
  const bound = base.collections.get(collection);
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const counted = (id: string, bytes: Buffer) => countedBytes(base.counts, collection, id, bytes);
  let absent = 0;
  /** The file may be missing or truncated only while another program writes it. */
  const answerBytes = async (row: Row): Promise<Buffer> => {
    try {
      return counted(row.id, collectionIndex.bytes(row));
    } catch (error) {
      if (!(error instanceof PlinthError) || absent >= MAX_MISSING) throw error;
      absent += 1;
      await retryUntilFound(() => base.store.objects.read(collection, row.id));
      return counted(row.id, collectionIndex.bytes(row));
    }
  };
  const read = async (row: Row): Promise<Buffer | undefined> => {
    const bytes = writer && bound.hasPrivate ? undefined : await answerBytes(row);
    if (bytes && !(writer && collectionIndex.isPartial(row))) return bytes;
    const stored = await base.store.objects.read(collection, row.id);
    return stored && counted(row.id, writerAnswer(bound, stored.document, stored.stamp).bytes);
  };
  const yielder = new Yielder();
  let answers: Buffer[] = [];
  let damaged: string[] = [];
  let size = 0;
  for (const row of [...rows]) {
    try {
      const bytes = await read(row);
      if (bytes) {
        answers.push(bytes);
        size += bytes.length;
      }
    } catch (error) {
      if (isUnreadable(error)) damaged.push(row.id);
      else if (!(error instanceof PlinthError && error.kind === 'missing')) throw error;
    }
    if (yielder.exhausted || size >= BATCH_BYTES || answers.length >= BATCH_OBJECTS) {
      yield { answers, damaged };
      [answers, damaged, size] = [[], [], 0];
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  yield { answers, damaged };
}
