/** What a form of the admin tells the server while a user types. */
import { expect } from 'vitest';
import type { TestServer } from './server.js';

type Asking = Pick<TestServer, 'request'>;

export const FORM = 'form-1234';

let versions = 0;
/** Keeps what a form has, and says that it is open. */
export async function type(who: Asking, edits: object, more: Record<string, unknown> = {}): Promise<void> {
  const { form = FORM, object = 'first-post', collection = 'blog', isOpen = true, ...rest } = more;
  versions += 1;
  const place = { collection, ...(object !== null && { object }) };
  const json = { ...place, edits, base: {}, problems: {}, version: versions, ...rest };
  const kept = await who.request(`/api/unsaved/${form}`, { method: 'PUT', json });
  expect(kept.status).toBe(204);
  if (isOpen) await who.request(`/api/presence/${form}`, { method: 'PUT', json: place });
}
