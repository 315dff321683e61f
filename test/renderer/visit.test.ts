/** When a visit of the admin begins and ends. */
import { expect, it } from 'vitest';
import { continued } from '../../renderer/ui/useVisit';

const at = (minutes: number) => Date.parse('2026-11-22T12:00:00Z') + minutes * 60_000;
const time = (minutes: number) => new Date(at(minutes)).toISOString();

it('the first visit has seen everything before it', () => {
  expect(continued(null, at(0))).toEqual({ since: time(0), active: time(0), first: true });
  expect(continued(continued(null, at(0)), at(5))).toEqual({ since: time(0), active: time(5), first: true });
  expect(continued(continued(null, at(0)), at(60))).toEqual({ since: time(0), active: time(60) });
});

it('a visit goes on through short pauses, and what it has not seen stays the same', () => {
  const visit = { since: time(-500), active: time(0) };
  expect(continued(visit, at(29))).toEqual({ since: time(-500), active: time(29) });
});

it('after a long pause a visit begins, which has not seen what was changed since the last one ended', () => {
  const visit = { since: time(-500), active: time(0) };
  expect(continued(visit, at(31))).toEqual({ since: time(0), active: time(31) });
});
