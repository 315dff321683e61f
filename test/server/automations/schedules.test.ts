import { describe, expect, it } from 'vitest';
import { automationOf } from '../../../server/automations/automation.js';
import { nextTime, type ScheduleRecord, Schedules } from '../../../server/automations/schedules.js';
import { isCron } from '../../../server/schemas/cron.js';

describe('a cron pattern', () => {
  it.each(['0 3 * * *', '*/15 * * * *', '30 8 * * 1-5', '@daily', '@hourly', '0 0 1 jan *'])(
    'may be %s',
    (text) => {
      expect(isCron(text)).toBe(true);
    },
  );

  it.each([
    '',
    '* * * *',
    '0 0 3 * * *',
    '61 * * * *',
    '@reboot',
    '@every 5m',
    'soon',
    '* * * * 9',
    '0 0 * * * 2030',
  ])('may not be %j', (text) => {
    expect(isCron(text)).toBe(false);
  });

  // Clocks in Berlin go from 2:00 to 3:00 on 29 March 2026 and from 3:00 back to 2:00 on 25 October.
  it.each<[string, string, string, string]>([
    ['0 3 * * *', 'Europe/Berlin', '2026-03-28T03:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['0 3 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-30T01:00:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T02:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['0 3 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T02:00:00.000Z'],
    ['0 3 * * *', 'America/New_York', '2026-06-01T00:00:00Z', '2026-06-01T07:00:00.000Z'],
    ['@daily', 'UTC', '2026-06-01T00:00:00Z', '2026-06-02T00:00:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-06-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('%s in %s is next due after %s at %s', (cron, zone, after, next) => {
    expect(nextTime(cron, zone, new Date(after))?.toISOString()).toBe(next);
  });

  it('is due once in the night in which an hour comes twice', () => {
    const times: string[] = [];
    let at = new Date('2026-10-24T12:00:00Z');
    for (;;) {
      at = nextTime('30 2 * * *', 'Europe/Berlin', at) ?? new Date('2100-01-01');
      if (at > new Date('2026-10-26T00:00:00Z')) break;
      times.push(at.toISOString());
    }
    expect(times).toHaveLength(1);
  });
});

/** Schedules of one automation over a record in memory. */
function scheduled(triggers: Record<string, Record<string, unknown>>) {
  const file: { value: ScheduleRecord } = { value: { folders: {} } };
  const started: string[] = [];
  const messages: string[] = [];
  const automation = automationOf({
    id: 'job',
    enabled: true,
    triggers: JSON.parse(JSON.stringify(triggers)),
  });
  const open = () =>
    new Schedules({
      record: {
        read: () => file.value,
        update: async (change) => {
          const value = structuredClone(file.value);
          change(value);
          file.value = value;
        },
      },
      root: '/folder',
      timezone: () => 'UTC',
      automations: async () => [automation],
      due: async (_automation, { id }) => void started.push(id),
      log: (_level, message) => void messages.push(message),
    });
  return { started, messages, open, automation };
}

const at = (time: string) => new Date(`2026-06-0${time}Z`);

describe('schedules', () => {
  it('start what has become due, once, however often the clock is looked at', async () => {
    const { started, open } = scheduled({ night: { type: 'schedule', cron: '0 3 * * *' } });
    const schedules = open();
    await schedules.look(at('1T12:00:00'));
    await schedules.look(at('2T02:59:59'));
    expect(started).toEqual([]);
    await schedules.look(at('2T03:00:05'));
    await schedules.look(at('2T03:00:25'));
    await open().look(at('2T03:00:30'));
    expect(started).toEqual(['night']);
    await schedules.look(at('3T03:00:01'));
    expect(started).toEqual(['night', 'night']);
  });

  it('make up for what was missed once, where they are told to', async () => {
    const { started, open } = scheduled({
      made: { type: 'schedule', cron: '0 3 * * *', catchUp: true },
      left: { type: 'schedule', cron: '0 4 * * *' },
    });
    await open().look(at('1T12:00:00'));
    // Closed for three nights.
    await open().look(at('4T12:00:00'));
    await open().look(at('4T12:00:20'));
    expect(started).toEqual(['made']);
    await open().look(at('5T04:00:10'));
    expect(started).toEqual(['made', 'made', 'left']);
  });

  it('run at their next time after a clock was years ahead, as is told', async () => {
    const { started, messages, open, automation } = scheduled({
      minute: { type: 'schedule', cron: '* * * * *' },
    });
    await open().look(new Date('2030-06-01T12:00:30Z'));
    await open().look(new Date('2030-06-01T12:01:10Z'));
    expect(started).toEqual(['minute']);
    // The clock is put right.
    const right = open();
    const now = at('1T12:00:20');
    expect(right.nextOf(automation, now)?.toISOString()).toBe('2026-06-01T12:01:00.000Z');
    await right.look(now);
    expect(messages).toEqual([expect.stringContaining('job/minute * * * * *')]);
    expect(started).toEqual(['minute']);
    await right.look(at('1T12:01:05'));
    await open().look(at('1T12:02:05'));
    expect(started).toEqual(['minute', 'minute', 'minute']);
    expect(messages).toHaveLength(1);
  });

  it('run once when the clock is put back a little, and tell when they run next', async () => {
    const { started, open, automation } = scheduled({ minute: { type: 'schedule', cron: '* * * * *' } });
    const schedules = open();
    await schedules.look(at('1T12:00:30'));
    await schedules.look(at('1T12:01:01'));
    await schedules.look(at('1T12:00:50'));
    expect(schedules.nextOf(automation, at('1T12:00:50'))?.toISOString()).toBe('2026-06-01T12:02:00.000Z');
    await schedules.look(at('1T12:01:10'));
    expect(started).toEqual(['minute']);
  });

  it('start again when their pattern changes', async () => {
    const first = scheduled({ night: { type: 'schedule', cron: '0 3 * * *', catchUp: true } });
    await first.open().look(at('1T12:00:00'));
    const { started, open } = scheduled({ night: { type: 'schedule', cron: '0 2 * * *', catchUp: true } });
    await open().look(at('4T12:00:00'));
    expect(started).toEqual([]);
  });
});
