/** Actors on one line, and the form of transaction ids. */
import { expect, it } from 'vitest';
import { type Actor, actorLabel, isTransactionId } from '../../../server/contract/changes.js';
import { transactionId } from '../../../server/origins.js';

it.each<[Actor, string]>([
  [{ kind: 'owner', id: 'owner', name: 'Owner' }, 'Owner'],
  [{ kind: 'user', id: 'u1', name: 'Anna' }, 'Anna'],
  [{ kind: 'user' }, 'User'],
  [{ kind: 'key', id: 'k1', name: 'Build' }, 'API key "Build"'],
  [{ kind: 'key' }, 'API key'],
  [{ kind: 'app', id: 'c1', name: 'Claude', user: 'anna' }, 'App "Claude" for anna'],
  [{ kind: 'app' }, 'App'],
  [{ kind: 'automation', id: 'tidy', name: 'Tidy up', run: 'r1' }, 'Automation "Tidy up"'],
  [{ kind: 'command', name: 'import' }, 'plinth import'],
  [{ kind: 'command' }, 'Command line'],
  [{ kind: 'anonymous' }, 'Anonymous'],
  [{ kind: 'external' }, 'Another program'],
  [{ kind: 'plinth' }, 'Plinth'],
])('%j is "%s"', (actor, label) => {
  expect(actorLabel(actor)).toBe(label);
});

it('ids of transactions sort by their time and have the form of a UUID of version 7', () => {
  const times = [0, 1, 1_000_000_000_000, 1_790_000_000_000, 1_790_000_000_001, 4_102_444_800_000];
  const ids = times.map((time) => transactionId(new Date(time)));
  expect(ids.filter(isTransactionId)).toEqual(ids);
  expect(ids.toSorted()).toEqual(ids);
  expect(transactionId(new Date(0))).not.toBe(transactionId(new Date(0)));
});

it.each([
  '',
  'x',
  '01a204ab-0f7d-42bf-a8fd-9249a9b71c97',
  '01A204AB-0F7D-72BF-A8FD-9249A9B71C97',
  ' 01a204ab-0f7d-72bf-a8fd-9249a9b71c97',
])('"%s" is not the id of a transaction', (text) => {
  expect(isTransactionId(text)).toBe(false);
});
