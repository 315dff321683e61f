import { describe, expect, it } from 'vitest';
import { ZonedTimes } from '../../../../server/content/model/zoned-time.js';

const iso = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');

// Clocks in Berlin go from 2:00 to 3:00 on 29 March 2026 and from 3:00 back to 2:00 on 25 October.
describe('a date without a time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-05-09', '2026-05-08T22:00:00Z', '2026-05-09T22:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['Europe/Berlin', '2026-12-31', '2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z'],
    ['America/New_York', '2026-05-09', '2026-05-09T04:00:00Z', '2026-05-10T04:00:00Z'],
    ['Asia/Kathmandu', '2026-05-09', '2026-05-08T18:15:00Z', '2026-05-09T18:15:00Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00Z', '2026-01-01T10:00:00Z'],
    ['UTC', '2024-02-29', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
  ])('in %s: %s begins at %s and ends at %s', (zone, text, start, end) => {
    const times = new ZonedTimes(zone);
    expect([iso(times.start(text)), iso(times.end(text))]).toEqual([start, end]);
  });

  it.each([
    ['Europe/Berlin', '2026-05-09T07:30', '2026-05-09T05:30:00Z'],
    ['Europe/Berlin', '2026-05-09 07:30:15', '2026-05-09T05:30:15Z'],
    ['Europe/Berlin', '2026-03-29T03:30:00', '2026-03-29T01:30:00Z'],
    ['Europe/Berlin', '2026-10-25T04:00:00', '2026-10-25T03:00:00Z'],
    ['Europe/Berlin', '2026-05-09T07:30:00Z', '2026-05-09T07:30:00Z'],
    ['Europe/Berlin', '2026-05-09T07:30:00-05:00', '2026-05-09T12:30:00Z'],
    ['Europe/Berlin', '2026-05-09T07:30:00+0200', '2026-05-09T05:30:00Z'],
  ])('in %s: %s is %s', (zone, text, moment) => {
    const times = new ZonedTimes(zone);
    expect([iso(times.start(text)), iso(times.end(text))]).toEqual([moment, moment]);
  });

  // What does not exist is as much later as clocks are put forward, what comes twice is the first.
  it.each([
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00Z'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z'],
  ])('in %s: %s, around a change of the clocks, is %s', (zone, text, moment) => {
    expect(iso(new ZonedTimes(zone).start(text))).toBe(moment);
  });

  it.each([
    ['America/Santiago', '2026-09-06', 23],
    ['Africa/Cairo', '2026-04-24', 23],
    ['Asia/Beirut', '2026-03-29', 23],
    ['Asia/Beirut', '2026-10-24', 25],
    ['Pacific/Niue', '2026-01-01', 24],
    ['Pacific/Chatham', '2026-09-27', 23],
    ['Pacific/Kiritimati', '2026-12-31', 24],
  ])('in %s the %s has %i hours, none of them of a neighbor', (zone, day, hours) => {
    const times = new ZonedTimes(zone);
    const [start = Number.NaN, end = Number.NaN] = [times.start(day), times.end(day)];
    const shown = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone });
    expect([shown(start), shown(end - 1), (end - start) / 3_600_000]).toEqual([day, day, hours]);
    expect([shown(start - 1), shown(end)]).not.toContain(day);
  });

  it.each(['soon', '2026-02-30', '2026-13-01', '', '1715000000', '2026-05-09T25:00', '2026-5-9'])(
    'cannot be read from %j',
    (text) => {
      const times = new ZonedTimes('UTC');
      expect([times.start(text), times.end(text)]).toEqual([undefined, undefined]);
    },
  );
});
