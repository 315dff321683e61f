/** Where generated content comes from: a seeded Faker of its own and a held clock. */
import type { Faker } from '@faker-js/faker';
import { readMoment } from './moment.js';

/** What every rule draws on. The same seed and the same clock give the same content. */
export interface Source {
  readonly faker: Faker;
  readonly now: Date;
  /** The moment natural words mean (`-1 year`, `tomorrow`, `2024-05-01`); undefined when they mean none. */
  moment(words: string): Date | undefined;
}

/**
 * Opens a source. Faker and chrono are loaded on first use, since most runs of the program never generate
 * anything; of Faker only the English words, which load ten times faster than all its languages.
 */
export async function openSource(seed: number, now: Date): Promise<Source> {
  const [shared, { parseDate }] = await Promise.all([
    import('@faker-js/faker/locale/en'),
    import('chrono-node/en'),
  ]);
  // The exported instance is shared by the whole process; a seed set on it would be everybody's.
  const OwnFaker = shared.faker.constructor as typeof Faker;
  const faker = new OwnFaker({ locale: shared.faker.rawDefinitions, seed });
  faker.setDefaultRefDate(now);
  // A template names few moments and asks for each with every object; reading words costs most of a small rule.
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
