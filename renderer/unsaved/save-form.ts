/** Carries a form to the server and its answer back into the form. No widgets, no React. */
import type { JsonObject } from '#contract/values';
import { ApiError } from '../api/client';
import type { ObjectWithTag } from '../api/queries';
import type { FormStore } from './form-store';

/** The requests a save may need. All throw `ApiError`. */
export interface FormRequests {
  create(body: JsonObject): Promise<ObjectWithTag>;
  change(body: JsonObject, ifMatch: string): Promise<ObjectWithTag>;
  /** The object as it is in the folder now. */
  read(): Promise<ObjectWithTag>;
  /** Milliseconds since 1970. */
  now(): number;
}

export type SaveOutcome = 'saved' | 'nothing' | 'refused' | 'conflict' | 'deleted' | 'failed';

const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined;

/** Times a save is sent again because the object went on changing in other properties. */
const RETRIES = 4;

/**
 * Fetches the version that made a save stale. What it changed elsewhere is taken over and the save sent again; where
 * both changed the same property, the user is asked.
 */
async function takeUpStale(store: FormStore, requests: FormRequests, retries: number): Promise<SaveOutcome> {
  try {
    const { object, etag } = await requests.read();
    store.dispatch({ type: 'stale', object, etag });
  } catch (error) {
    return takeUpError(store, requests, error, 0);
  }
  if (store.get().outside !== undefined) return 'conflict';
  return send(store, requests, retries - 1);
}

async function takeUpError(
  store: FormStore,
  requests: FormRequests,
  error: unknown,
  retries: number,
): Promise<SaveOutcome> {
  const status = statusOf(error);
  if (status === 412 && retries > 0) return takeUpStale(store, requests, retries);
  if (status === 404 && !store.get().isNew) {
    store.dispatch({ type: 'gone', whileSaving: true });
    return 'deleted';
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ApiError && (status === 422 || status === 400)) {
    store.dispatch({ type: 'refused', message, details: { ...error.details } });
    return 'refused';
  }
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  store.dispatch({ type: 'failed', failure: { message, ...(requestId === undefined ? {} : { requestId }) } });
  return 'failed';
}

/**
 * Saves what has changed: POST for a new object, else PATCH with If-Match. Nothing is sent while a value cannot be
 * saved as it stands. Typing goes on meanwhile; what is typed then stays an edit.
 */
export async function saveForm(store: FormStore, requests: FormRequests): Promise<SaveOutcome> {
  const { problems, outside } = store.get();
  if (Object.keys(problems).length === 0 && outside?.kind === 'changed') {
    // Both versions are known already: what is not decided yet is asked for, not sent.
    store.dispatch({ type: 'choiceAsked' });
    return 'conflict';
  }
  return send(store, requests, RETRIES);
}

async function send(store: FormStore, requests: FormRequests, retries: number): Promise<SaveOutcome> {
  const { edits, problems, isNew, etag } = store.get();
  if (Object.keys(problems).length > 0) return 'refused';
  if (Object.keys(edits).length === 0 && !isNew) return 'nothing';
  store.dispatch({ type: 'saveStarted' });
  try {
    const answer = isNew ? await requests.create(edits) : await requests.change(edits, etag ?? '');
    store.dispatch({ type: 'saved', object: answer.object, etag: answer.etag, at: requests.now() });
    return 'saved';
  } catch (error) {
    return takeUpError(store, requests, error, retries);
  }
}
