/** Changes of the content by the same user in another window. */
import type { Page } from 'playwright/test';

/** Sends a change; the answer is the id of its transaction. */
export async function change(
  page: Page,
  url: string,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<string> {
  const { request } = page.context();
  const { csrfToken } = await (await request.get(`${url}/admin/session`)).json();
  const answer = await request.fetch(`${url}/api${path}`, {
    method,
    headers: { 'x-csrf-token': csrfToken, 'if-match': '*' },
    ...(data === undefined ? {} : { data }),
  });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.headers()['x-plinth-transaction'] ?? '';
}
