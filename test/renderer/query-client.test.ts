/** Changes that arrive while something is asked for the first time. */
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../renderer/api/client.ts';
import { keys } from '../../renderer/api/keys.ts';
import { createQueryClient } from '../../renderer/api/query-client.ts';

/** A query whose answers are given by hand. */
function asked(queryKey: string[]) {
  const client = createQueryClient({ watch() {} } as unknown as ApiClient);
  const answers: ((value: string) => void)[] = [];
  const shown: (string | undefined)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  observer.subscribe(({ data }) => shown.push(data));
  return { client, answers, shown };
}

test('a change during the first request is asked for after its answer', async () => {
  const { client, answers, shown } = asked(['list', 'blog']);
  void client.invalidateQueries({ queryKey: ['list'] });
  expect(answers).toHaveLength(1);
  answers[0]?.('before the change');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('after the change');
  await expect.poll(() => shown.at(-1)).toBe('after the change');
  expect(answers).toHaveLength(2);
});

test('changes of other keys, and several of one, cost one more request at most', async () => {
  const { client, answers, shown } = asked(['list', 'blog']);
  void client.invalidateQueries({ queryKey: ['list', 'pages'] });
  answers[0]?.('first');
  await expect.poll(() => shown.at(-1)).toBe('first');
  expect(answers).toHaveLength(1);

  const two = asked(['list', 'blog']);
  for (let times = 0; times < 3; times += 1) void two.client.invalidateQueries();
  two.answers[0]?.('first');
  await expect.poll(() => two.answers.length).toBe(2);
  two.answers[1]?.('second');
  await expect.poll(() => two.shown.at(-1)).toBe('second');
  expect(two.answers).toHaveLength(2);
});

test('without a session only the session is asked for, and all else once there is one again', async () => {
  const { client, answers } = asked(['list', 'blog']);
  client.mount();
  onTestFinished(() => {
    focusManager.setFocused(undefined);
    client.unmount();
  });
  answers[0]?.('first');
  await expect.poll(() => client.getQueryData(['list', 'blog'])).toBe('first');
  const session = (id: string | null) => ({ user: id === null ? null : { id } });
  client.setQueryData(keys.session, session('ann'));
  client.setQueryData(keys.session, session(null));
  const sessions: unknown[] = [];
  new QueryObserver(client, {
    queryKey: keys.session,
    queryFn: () => {
      sessions.push('asked');
      return session(sessions.length > 2 ? 'ann' : null);
    },
  }).subscribe(() => undefined);
  await client.invalidateQueries();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect([answers.length, sessions.length > 0]).toEqual([1, true]);
  while (sessions.length < 3) await client.invalidateQueries({ queryKey: keys.session });
  await expect.poll(() => answers.length).toBe(2);
});
