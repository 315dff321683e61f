/** Changes in groups at the pace of a client. */
import { expect, it } from 'vitest';
import type { ServerSentEvent } from '../../../server/http/event-stream.js';
import { GroupedChanges } from '../../../server/routes/grouped-changes.js';
import { ORIGIN } from '../../helpers/origin.js';

const idsIn = ({ data }: ServerSentEvent) =>
  (data as { changes: { id: string }[] }).changes.map(({ id }) => id);

it('keeps changes while a client has not taken the last event, and sends them when it has', async () => {
  const sent: ServerSentEvent[] = [];
  let taken: (() => void) | undefined;
  const stream = {
    send: (event: ServerSentEvent) => void sent.push(event),
    // The first event is sent at once, and each one is waited for.
    drained: () =>
      new Promise<void>((resolve) => {
        if (sent.length === 0) resolve();
        else taken = resolve;
      }),
    isClosed: false,
  };
  const changes = new GroupedChanges({
    ...{ stream, isVisible: () => true, originOf: () => ORIGIN, idOf: ({ at }) => String(at) },
    reset: () => stream.send({ event: 'reset', data: {} }),
    failed: () => undefined,
  });
  const change = (at: number) => ({
    ...{ ...ORIGIN, at, end: undefined },
    event: { type: 'object.updated', collection: 'blog', id: `p${at}` } as const,
  });
  const take = async () => {
    const { length } = sent;
    taken?.();
    await expect.poll(() => sent.length).toBe(length + 1);
  };

  changes.send(change(0));
  void changes.drained();
  await expect.poll(() => sent.length).toBe(1);
  for (let at = 1; at <= 3000; at += 1) changes.send(change(at));
  await new Promise(setImmediate);
  expect(sent.map(idsIn)).toEqual([['p0']]);

  await take();
  await take();
  expect(sent.slice(1).map(({ id }) => id)).toEqual(
    sent.slice(1).map((event) => idsIn(event).at(-1)?.slice(1)),
  );
  expect(sent.flatMap(idsIn).slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, at) => `p${at}`));

  // More than are kept.
  for (let at = 0; at < 20_000; at += 1) changes.send(change(at));
  await take();
  expect(sent.at(-1)?.event).toBe('reset');
  changes.send(change(7));
  await take();
  expect(idsIn(sent.at(-1) ?? { event: '', data: {} })).toEqual(['p7']);
});

it('says that changes cannot be sent, and sends later ones', async () => {
  const calls: string[] = [];
  const stream = {
    send: ({ id = '' }: ServerSentEvent) => void calls.push(id),
    drained: async () => undefined,
    isClosed: false,
  };
  const changes = new GroupedChanges({
    ...{ stream, isVisible: () => true, originOf: () => ORIGIN, reset: () => undefined },
    idOf: ({ at }) => {
      if (at === 0) throw new Error('The log cannot be read');
      return String(at);
    },
    failed: (error) => void calls.push(String(error)),
  });
  const event = { type: 'object.updated', collection: 'blog', id: 'p' } as const;
  changes.send({ ...ORIGIN, at: 0, end: undefined, event });
  await expect.poll(() => calls).toEqual(['Error: The log cannot be read']);
  changes.send({ ...ORIGIN, at: 1, end: undefined, event });
  await expect.poll(() => calls).toEqual(['Error: The log cannot be read', '1']);
});
