/** Dates as moments: those without a zone in the time zone of the folder. */
import { isDay, isMoment } from '../../properties/date/parse.js';

const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Moments that are remembered: to look one up in a time zone takes several microseconds. */
const MAX_KNOWN = 10_000;

export class ZonedTimes {
  readonly #zone: string;
  #format: Intl.DateTimeFormat | undefined;
  readonly #known = new Map<number, number>();

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** In ms since 1970; a day is its beginning. Undefined for what is no date. */
  start(text: string): number | undefined {
    if (isDay(text)) return this.#zoned(Date.parse(`${text}T00:00:00Z`));
    if (!isMoment(text)) return undefined;
    const iso = text.replace(' ', 'T');
    return HAS_ZONE.test(iso) ? Date.parse(iso) : this.#zoned(Date.parse(`${iso}Z`));
  }

  /** As `start`; of a day the end, which is the beginning of the next one. */
  end(text: string): number | undefined {
    return isDay(text) ? this.#zoned(Date.parse(`${text}T00:00:00Z`) + DAY_MS) : this.start(text);
  }

  /**
   * The moment at which clocks in the zone show what clocks in UTC show at `wall`. A time that comes twice is the first
   * one; one that clocks leave out is as much later as they are put forward, so that no day begins in the one before.
   */
  #zoned(wall: number): number {
    const known = this.#known.get(wall);
    if (known !== undefined) return known;
    const [before, after] = [this.#offset(wall - DAY_MS), this.#offset(wall + DAY_MS)];
    const [first, second] = [wall - before, wall - after];
    const moment =
      before === after || this.#offset(first) === before || this.#offset(second) !== after ? first : second;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(wall, moment);
    return moment;
  }

  /** What clocks in the zone are ahead of UTC at a moment, in ms. */
  #offset(at: number): number {
    this.#format ??= new Intl.DateTimeFormat('en-GB', {
      timeZone: this.#zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    const parts = new Map<string, number>(
      this.#format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const part = (type: string) => parts.get(type) ?? 0;
    const shown = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return shown - Math.floor(at / 1000) * 1000;
  }
}
