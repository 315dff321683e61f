/**
 * The random source of generated content: a seeded Faker instance and a fixed clock. The same seed and clock give the
 * same content, in whatever order the writes finish.
 */
import type { Faker } from '@faker-js/faker';
import { readMoment } from './moment.js';

/** What every rule uses. The same seed and the same clock give the same content. */
export interface Source {
  readonly faker: Faker;
  readonly now: Date;
  /** The date of natural language (`-1 year`, `tomorrow`, `2024-05-01`); undefined when it is not a date. */
  moment(words: string): Date | undefined;
}

/**
 * Opens a source. Faker and chrono are loaded on first use, since most runs never generate anything; of Faker only
 * English, which loads ten times faster than all languages.
 */
export async function openSource(seed: number, now: Date): Promise<Source> {
  const [shared, { parseDate }] = await Promise.all([
    import('@faker-js/faker/locale/en'),
    import('chrono-node/en'),
  ]);
  // The exported instance is shared by the whole process, and so would be its seed.
  const OwnFaker = shared.faker.constructor as typeof Faker;
  const faker = new OwnFaker({ locale: shared.faker.rawDefinitions, seed });
  faker.setDefaultRefDate(now);
  // Cached: a template has few date expressions and uses each for every object; parsing them costs most of a small rule.
  const known = new Map<string, Date | undefined>();
  return {
    faker,
    now,
    moment(words) {
      if (!known.has(words)) known.set(words, readMoment(words, now, parseDate));
      return known.get(words);
    },
  };
}
