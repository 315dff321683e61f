/** Rules for numbers, booleans and choices. */
import type { Arguments } from '../rule-call.js';
import { asValue } from '../rule-call.js';
import type { RuleTable } from './rule.js';

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;
const MAX_TAGS = 50;

/** A number cut to a count of decimals, without the noise of binary fractions. */
const decimals = (value: number, places: number): number => Number(value.toFixed(places));

/** Reads two bounds and refuses a reversed pair. */
function bounds(args: Arguments, at: number, fallback: { min: number; max: number }, limit: number) {
  const min = args.number({ at, name: 'min', fallback: fallback.min, min: -limit, max: limit });
  const max = args.number({
    at: at + 1,
    name: 'max',
    fallback: Math.max(fallback.max, min),
    min: -limit,
    max: limit,
  });
  if (max < min) args.refuse(`max must not be below min (${min})`);
  return { min, max };
}

export const NUMBER_RULES: RuleTable = {
  randomFloat: ({ faker }, args) => {
    const places = args.integer({ at: 0, name: 'decimals', fallback: 2, min: 0, max: 10 });
    const { min, max } = bounds(args, 1, { min: 0, max: 100 }, 1e12);
    return decimals(faker.number.float({ min, max }), places);
  },
  numberBetween: ({ faker }, args) => {
    const { min, max } = bounds(args, 0, { min: 1000, max: 9000 }, MAX_NUMBER);
    if (Math.ceil(min) > Math.floor(max)) args.refuse('there is no whole number between min and max');
    return faker.number.int({ min: Math.ceil(min), max: Math.floor(max) });
  },
  randomDigit: ({ faker }) => faker.number.int({ min: 0, max: 9 }),
  randomNumber: ({ faker }, args) => {
    const digits = args.integer({ at: 0, name: 'digits', fallback: 5, min: 1, max: 15 });
    const most = 10 ** digits - 1;
    const least = args.boolean(1, false) ? 10 ** (digits - 1) : 0;
    return faker.number.int({ min: least, max: most });
  },
  boolean: ({ faker }, args) => {
    const percent = args.number({ at: 0, name: 'percent', fallback: 50, min: 0, max: 100 });
    return faker.number.float({ min: 0, max: 100 }) < percent;
  },
  latitude: ({ faker }, args) => {
    const { min, max } = bounds(args, 0, { min: -90, max: 90 }, 90);
    return decimals(faker.number.float({ min, max }), 6);
  },
  longitude: ({ faker }, args) => {
    const { min, max } = bounds(args, 0, { min: -180, max: 180 }, 180);
    return decimals(faker.number.float({ min, max }), 6);
  },
  tags: ({ faker }, args) => {
    const min = args.integer({ at: 0, name: 'min', fallback: 0, min: 0, max: MAX_TAGS });
    const max = args.integer({ at: 1, name: 'max', fallback: Math.max(4, min), min: 0, max: MAX_TAGS });
    if (max < min) args.refuse(`max must not be below min (${min})`);
    const choices = [...new Set(args.rest(2))];
    const count = faker.number.int({ min, max });
    if (choices.length > 0) return faker.helpers.arrayElements(choices, Math.min(count, choices.length));
    const words = new Set<string>();
    while (words.size < count) words.add(faker.lorem.word());
    return [...words];
  },
  randomElement: ({ faker }, args) => {
    const choices = args.rest(0);
    return asValue(faker.helpers.arrayElement(choices.length > 0 ? choices : ['a', 'b', 'c']));
  },
};
