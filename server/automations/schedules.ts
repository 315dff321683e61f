/**
 * Due schedules in the site's time zone (spec/automations.md#schedules): once each time, also when clocks change or the
 * machine sleeps.
 */
import type { Cron } from 'croner';
import type { Trigger } from '../contract/automations.js';
import { onDemand } from '../on-demand.js';
import type { JsonRecord } from '../store/types/documents.js';
import type { Automation } from './automation.js';

const cronerOf = onDemand<typeof import('croner')>('croner');

/** A run later than this was missed: the machine slept, or Plinth was closed. */
const LATE_MS = 5 * 60_000;

/** A clock set back by less than this only delays schedules: they must not start twice. */
const AHEAD_MS = 60_000;

export type Schedule = Trigger & { type: 'schedule' };

/** When schedules were last checked, by `{automation}/{trigger}`; ISO 8601 UTC. */
export interface ScheduleRecord {
  folders: Record<string, Record<string, string>>;
}

/** The next match of a pattern after a time, in a time zone; undefined when there is none. */
export function nextTime(cron: string, timezone: string, after: Date): Date | undefined {
  const { Cron } = cronerOf();
  const job: Cron = new Cron(cron, { timezone, mode: '5-part', paused: true });
  try {
    return job.nextRun(after) ?? undefined;
  } finally {
    job.stop();
  }
}

interface Due {
  automation: string;
  schedule: Schedule;
}

export interface SchedulesParts {
  record: JsonRecord<ScheduleRecord>;
  /** Real path of the data folder: the record is one for all folders. */
  root: string;
  timezone: () => string;
  /** Automations whose schedules are active: enabled and approved. */
  automations: () => Promise<Automation[]>;
  due: (automation: string, schedule: Schedule) => Promise<void>;
  log: (level: 'warn', message: string) => void;
}

const keyOf = ({ id }: Automation, schedule: Schedule) => `${id}/${schedule.id} ${schedule.cron}`;

/** When a schedule was last checked. A time in the future came from a wrong clock. */
function lastOf(known: string, now: Date): string {
  const time = Date.parse(known);
  return Number.isNaN(time) || time > now.getTime() + AHEAD_MS ? now.toISOString() : known;
}

export class Schedules {
  readonly #parts: SchedulesParts;

  constructor(parts: SchedulesParts) {
    this.#parts = parts;
  }

  /**
   * Starts due schedules, each once, and records that. A new schedule counts from now on. Missed runs are made up for
   * where the schedule says so.
   */
  async look(now: Date): Promise<void> {
    const { record, root, timezone, automations, due, log } = this.#parts;
    const seen = new Map(Object.entries(record.read().folders[root] ?? {}));
    const after = new Map<string, string>();
    const ready: Due[] = [];
    for (const automation of await automations()) {
      for (const schedule of automation.triggers) {
        if (schedule.type !== 'schedule') continue;
        const key = keyOf(automation, schedule);
        const known = seen.get(key);
        const last = known === undefined ? undefined : lastOf(known, now);
        if (last !== known) {
          log(
            'warn',
            `The schedule ${key} was last checked at ${known}, which is in the future: it now runs from the current time on`,
          );
        }
        const time = last === undefined ? undefined : nextTime(schedule.cron, timezone(), new Date(last));
        const isDue = time !== undefined && time <= now;
        after.set(key, last === undefined || isDue ? now.toISOString() : last);
        const missed = isDue && now.getTime() - time.getTime() > LATE_MS;
        if (isDue && (!missed || schedule.catchUp)) ready.push({ automation: automation.id, schedule });
      }
    }
    const same = after.size === seen.size && [...after].every(([key, time]) => seen.get(key) === time);
    if (!same) {
      // Recorded before the runs start: a run that crashes the process must not start again each time.
      await record.update((value) => {
        value.folders = { ...value.folders, [root]: Object.fromEntries(after) };
      });
    }
    for (const { automation, schedule } of ready) await due(automation, schedule);
  }

  /** When an automation is next due; undefined without a schedule. */
  nextOf(automation: Automation, now: Date): Date | undefined {
    const { record, root, timezone } = this.#parts;
    const seen = record.read().folders[root] ?? {};
    const times = automation.triggers
      .filter((trigger) => trigger.type === 'schedule')
      .map((schedule) => {
        const known = seen[keyOf(automation, schedule)];
        const last = new Date(known === undefined ? now : lastOf(known, now));
        return nextTime(schedule.cron, timezone(), last > now ? last : now);
      })
      .filter((time) => time !== undefined);
    return times.sort((a, b) => a.getTime() - b.getTime())[0];
  }
}
