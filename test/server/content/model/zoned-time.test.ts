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

  it('falls in the hour around a change of the clocks', () => {
    const times = new ZonedTimes('Europe/Berlin');
    // 2:30 does not exist in spring and comes twice in autumn.
    expect(['2026-03-29T01:30:00Z', '2026-03-29T00:30:00Z']).toContain(iso(times.start('2026-03-29T02:30')));
    expect(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']).toContain(iso(times.start('2026-10-25T02:30')));
  });

  it.each(['soon', '2026-02-30', '2026-13-01', '', '1715000000', '2026-05-09T25:00', '2026-5-9'])(
    'cannot be read from %j',
    (text) => {
      const times = new ZonedTimes('UTC');
      expect([times.start(text), times.end(text)]).toEqual([undefined, undefined]);
    },
  );
});
