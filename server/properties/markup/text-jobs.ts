/** What is done with long texts that are saved. */
import type { MessageOnWire } from '../../contract/messages/message.js';
import type { TextTask } from '../../helpers/text-thread.js';
import { Refusal } from '../refusal.js';
import { removedParts } from '../styledtext/removed.js';
import { transformCase } from '../text/transform.js';
import { type Markup, SANITIZERS } from './clean.js';

/** What it is asked: to sanitise a text, to change its case, or to compare a sanitised one with what was sent. */
export type TextJob =
  | { markup: Markup; text: string; hosts?: readonly string[] }
  | { transform: string; text: string }
  | { sent: string; stored: string };

export type TextAnswer = { text: string } | { removed: string[] } | { refused: MessageOnWire };

function answer(job: TextJob): TextAnswer {
  try {
    if ('sent' in job) return { removed: removedParts(job.sent, job.stored) };
    return {
      text:
        'markup' in job
          ? SANITIZERS[job.markup](job.text, job.hosts)
          : transformCase(job.text, job.transform),
    };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason.onWire() };
    throw error;
  }
}

/** A text of 5 MB at the limits of `limits.ts` takes some three seconds. */
export const CLEAN_TEXTS: TextTask<TextJob, TextAnswer> = { name: 'clean', answer, deadlineMs: 20_000 };
