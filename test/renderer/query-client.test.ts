/** Changes that arrive while something is asked for the first time. */
import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../renderer/api/client.ts';
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
