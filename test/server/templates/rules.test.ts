/** The generator rules of templates: every rule's type and range, repeatability, hostile arguments (spec/templates.md#generator-rules). */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../server/contract/values.js';
import { RULE_NAMES, ruleOf } from '../../../server/templates/rules.js';
import { openSource } from '../../../server/templates/source.js';

const NOW = new Date('2026-03-10T09:30:00Z');

/** Runs a rule so often that a range it leaves shows. */
async function draw(call: string, { seed = 1, times = 40 } = {}): Promise<(JsonValue | undefined)[]> {
  const source = await openSource(seed, NOW);
  const rule = ruleOf(call);
  if (!rule) throw new Error(`${call} is no rule`);
  return Array.from({ length: times }, () => rule.make(source));
}

const text = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const words = (count: number) => text(new RegExp(`^\\w+( \\w+){${count - 1}}$`));
const whole = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const decimal = (places: number, min: number, max: number) => (value: unknown) =>
  typeof value === 'number' &&
  value >= min &&
  value <= max &&
  Math.abs(value - Number(value.toFixed(places))) < 1e-12;
const listOf =
  (min: number, max: number, each: (item: unknown) => boolean = text(/\S/)) =>
  (value: unknown) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(each);
const between = (from: string, to: string) => (value: unknown) =>
  text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)(value) &&
  new Date(String(value)) >= new Date(from) &&
  new Date(String(value)) <= new Date(to);
const sentences = (least: number, most: number) => (value: unknown) => {
  const count = String(value).match(/[.!?]( |$)/g)?.length ?? 0;
  return count >= least && count <= most;
};
const nothing = (value: unknown) => value === undefined;
const NAME = text(/^\p{Lu}[\p{L}'-]+ \p{Lu}[\p{L}' -]+$/u);
const WORD = text(/^[a-z]+$/);
const EXAMPLE_MAIL = text(/^[a-z0-9._'-]+@example\.(com|net|org)$/);
const EXAMPLE_IMAGES = listOf(
  2,
  2,
  (item) =>
    JSON.stringify(Object.keys(Object(item))) === '["name","width","height","size"]' &&
    Object(item).size === 0,
);

const CASES: [call: string, holds: (value: unknown) => boolean][] = [
  ['word', WORD],
  ['words', listOf(3, 3)],
  ['words(5)', listOf(5, 5, WORD)],
  ['words(4,true)', words(4)],
  ['sentence', text(/^[A-Z][a-z]+( [a-z]+){5}\.$/)],
  ['sentence(4)', text(/^[A-Z][a-z]+( [a-z]+){3}\.$/)],
  ['sentences', listOf(3, 3, text(/^[A-Z].*\.$/))],
  ['sentences(2, true)', sentences(2, 2)],
  ['paragraph', sentences(3, 3)],
  ['paragraph(2)', sentences(2, 2)],
  ['paragraphs', listOf(3, 3, sentences(1, 6))],
  ['paragraphs(2)', listOf(2, 2)],
  ['paragraphs(2,true)', text(/^[^\n]+\n\n[^\n]+$/)],
  ['text', text(/^.{60,200}$/)],
  ['text(30)', text(/^.{5,30}$/)],
  ['realText(80)', text(/^.{20,80}$/)],
  ['catchPhrase', text(/^[A-Z0-9].*\w/)],
  ['slug', text(/^[a-z]+(-[a-z]+){5}$/)],
  ['slug(2)', text(/^[a-z]+-[a-z]+$/)],
  ['randomLetter', text(/^[a-z]$/)],
  ["numerify('INV-###')", text(/^INV-\d{3}$/)],
  ['numerify', text(/^\d{3}$/)],
  ["lexify('????')", text(/^[a-z]{4}$/)],
  ["bothify('## ??')", text(/^\d\d [a-z]{2}$/)],
  ['emoji', text(/\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*0-9]\uFE0F?\u20E3/u)],
  ['styledtext', text(/^<p>.*<\/p>/)],
  ['styledtext(2,2,false,false)', text(/^<p>[^\n]+<\/p>\n<p>[^\n]+<\/p>$/)],
  ['styledtext(5,6,true,true)', text(/<h2>.+<\/h2>\n<p>[\s\S]*<li>/)],
  ['styledtext(0,0)', (value) => value === ''],
  ['randomFloat(2,1,3)', decimal(2, 1, 3)],
  ['randomFloat(1,2,20)', decimal(1, 2, 20)],
  ['randomFloat(0,-5,5)', decimal(0, -5, 5)],
  ['numberBetween', whole(1000, 9000)],
  ['numberBetween(1,6)', whole(1, 6)],
  ['numberBetween(-3,-1)', whole(-3, -1)],
  ['randomDigit', whole(0, 9)],
  ['randomNumber', whole(0, 99_999)],
  ['randomNumber(2)', whole(0, 99)],
  ['randomNumber(3,true)', whole(100, 999)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['boolean(100)', (value) => value === true],
  ['boolean(0)', (value) => value === false],
  ['latitude', decimal(6, -90, 90)],
  ['longitude', decimal(6, -180, 180)],
  ['tags', listOf(0, 4, WORD)],
  ['tags(1,3,news,club)', listOf(1, 2, text(/^(news|club)$/))],
  ['tags(2,2)', (value) => listOf(2, 2, WORD)(value) && new Set(Object(value)).size === 2],
  ['tags(1,1,2024)', (value) => JSON.stringify(value) === '["2024"]'],
  ["randomElement('red, blue',green)", text(/^(red, blue|green)$/)],
  ['randomElement(1,2)', whole(1, 2)],
  ['randomElement(true)', (value) => value === true],
  ['randomElement', text(/^[abc]$/)],
  ['date', text(/^(19[789]|20[012])\d-[01]\d-[0-3]\d$/)],
  ["date('d.m.Y')", text(/^[0-3]\d\.[01]\d\.\d{4}$/)],
  ["date(Y,'1970-12-31')", text(/^1970$/)],
  ['time', text(/^[0-2]\d:[0-5]\d:[0-5]\d$/)],
  ['time(H:i)', text(/^[0-2]\d:[0-5]\d$/)],
  ['dateTime', between('1970-01-01', '2026-03-10T09:30:00Z')],
  ['dateTimeBetween', between('1996-03-10', '2026-03-10T09:30:00Z')],
  ["dateTimeBetween('-1 year','now')", between('2025-03-10', '2026-03-10T09:30:00Z')],
  ["dateTimeBetween('2020-01-01', '2020-01-31')", between('2020-01-01', '2020-01-31')],
  [
    "dateTimeBetween('first day of next month','last day of next month')",
    between('2026-04-01', '2026-04-30'),
  ],
  ["dateTimeBetween('+1 week','now')", between('2026-03-10T09:30:00Z', '2026-03-17T09:30:00Z')],
  ['dateTimeThisYear', between('2026-01-01', '2026-03-10T09:30:00Z')],
  ['iso8601', between('2024-03-10', '2026-03-10T09:30:00Z')],
  ['dayOfWeek', text(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/)],
  ['monthName', text(/^[A-Z][a-z]{2,8}$/)],
  ['year', text(/^(19|20)\d\d$/)],
  ['name', NAME],
  ['name(female)', NAME],
  ['firstName', text(/^\p{Lu}/u)],
  ["firstName('male')", text(/^\p{Lu}/u)],
  ['lastName', text(/^\p{Lu}/u)],
  ['title', text(/^(Mr|Mrs|Ms|Miss|Dr)\.?$/)],
  ['suffix', text(/^[A-Z]\S*$/)],
  ['jobTitle', text(/^\w+ .+/)],
  ['company', text(/\S/)],
  ['email', EXAMPLE_MAIL],
  ['safeEmail', EXAMPLE_MAIL],
  ['freeEmail', EXAMPLE_MAIL],
  ['companyEmail', EXAMPLE_MAIL],
  ['userName', text(/^[a-z0-9._'-]+$/)],
  ['phoneNumber', text(/^\(\d{3}\) \d{3}-\d{4}$/)],
  ['password', text(/^[A-Za-z0-9]{6,20}$/)],
  ['password(8,8)', text(/^[A-Za-z0-9]{8}$/)],
  ['address', text(/^\d+ .+, .+, [A-Z]{2} \d{5}(-\d{4})?$/)],
  ['streetAddress', text(/^\d+ .+/)],
  ['streetName', text(/ /)],
  ['buildingNumber', text(/^\d+$/)],
  ['city', text(/\S/)],
  ['state', text(/^[A-Z][a-z]/)],
  ['stateAbbr', text(/^[A-Z]{2}$/)],
  ['postcode', text(/^\d{5}(-\d{4})?$/)],
  ['country', text(/\S/)],
  ['countryCode', text(/^[A-Z]{2}$/)],
  ['languageCode', text(/^[a-z]{2}$/)],
  ['currencyCode', text(/^[A-Z]{3}$/)],
  ['url', (value) => text(/^https:\/\/[a-z0-9.-]+\/[a-z-]+$/)(value) && URL.canParse(String(value))],
  ['domainName', text(/^[a-z0-9-]+\.[a-z]+$/)],
  ['domainWord', text(/^[a-z0-9-]+$/)],
  ['tld', text(/^[a-z]+$/)],
  ['ipv4', text(/^\d{1,3}(\.\d{1,3}){3}$/)],
  ['ipv6', text(/^[0-9a-f]{4}(:[0-9a-f]{4}){7}$/)],
  ['macAddress', text(/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/)],
  ['uuid', text(/^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)],
  ['uid', text(/^[0-9a-z]{7}$/)],
  ['md5', text(/^[0-9a-f]{32}$/)],
  ['sha1', text(/^[0-9a-f]{40}$/)],
  ['sha256', text(/^[0-9a-f]{64}$/)],
  ['hexColor', text(/^#[0-9a-f]{6}$/)],
  ['safeHexColor', text(/^#(([0369cf])\2){3}$/)],
  ['rgbColor', text(/^\d{1,3},\d{1,3},\d{1,3}$/)],
  ['rgbCssColor', text(/^rgb\(\d{1,3},\d{1,3},\d{1,3}\)$/)],
  ['colorName', text(/^[a-z ]+$/)],
  ['image(1920,1080)', nothing],
  ['imageShapes(1920,1080,517491,ff0000)', nothing],
  ['imageBlur(640,480,10)', nothing],
  ['imageUrl', nothing],
  ['imageBW', nothing],
  ['imageBWBlur', nothing],
  ['imageText', nothing],
  ['gallery(2,1920,1080)', EXAMPLE_IMAGES],
  ['galleryShapes(2,800,600,517491)', EXAMPLE_IMAGES],
  ['galleryBlur(2)', EXAMPLE_IMAGES],
  ['galleryBW(2)', EXAMPLE_IMAGES],
  ['galleryBWBlur(2)', EXAMPLE_IMAGES],
  ['galleryText(2)', EXAMPLE_IMAGES],
];

describe('every rule makes values of its type and range', () => {
  test.each(CASES)('%s', async (call, holds) => {
    for (const value of await draw(call))
      expect(holds(value), `${call} made ${JSON.stringify(value)}`).toBe(true);
  });

  test('no rule is without a case here', () => {
    const tried = new Set(CASES.map(([call]) => call.split('(')[0]));
    expect(RULE_NAMES.filter((name) => !tried.has(name))).toEqual([]);
  });
});

describe('the same seed', () => {
  test('gives the same value of every rule', async () => {
    for (const [call] of CASES)
      expect(await draw(call, { times: 5 })).toEqual(await draw(call, { times: 5 }));
  });

  test('is not shared with another source, nor is another seed the same', async () => {
    const [one, other] = [await openSource(7, NOW), await openSource(7, NOW)];
    const rule = ruleOf('numberBetween(1,1000000)');
    const values = [rule?.make(one), rule?.make(other), rule?.make(one), rule?.make(other)];
    expect(values[0]).toBe(values[1]);
    expect(values[2]).toBe(values[3]);
    expect(await draw('sentence', { seed: 7 })).not.toEqual(await draw('sentence', { seed: 8 }));
  });
});

describe('text that is no rule stays a literal', () => {
  test.each([
    'A word about us',
    'word ',
    ' word',
    'Word',
    'word(1) and more',
    'sentence (4)',
    'constructor',
    'constructor(1)',
    '__proto__',
    '__proto__(1)',
    'toString()',
    'hasOwnProperty(1)',
    'valueOf',
    'word(\n)',
    '',
    `word(${'1'.repeat(2000)})`,
  ])('%j', (literal) => {
    expect(ruleOf(literal)).toBeUndefined();
  });

  test.each([1, true, null, ['word'], { word: 'word' }])('%j is no rule', (literal) => {
    expect(ruleOf(literal)).toBeUndefined();
  });
});

describe('arguments out of range reject the call, naming the rule and the range', () => {
  test.each([
    ['paragraphs(1000000000)', 'paragraphs: count must be a number from 1 to 100'],
    ['randomFloat(1e9,0,1)', 'randomFloat: decimals must be a number from 0 to 10'],
    ['randomFloat(1.5,0,1)', 'randomFloat: decimals must be a whole number'],
    ['randomFloat(1,5,1)', 'randomFloat: max must not be below min (5)'],
    ['randomFloat(2,0,NaN)', 'randomFloat: max must be a number'],
    ['words(0)', 'words: count must be'],
    ['words(-1)', 'words: count must be'],
    ['words(Infinity)', 'words: count must be'],
    ['words(0x10)', 'words: count must be'],
    ['words(3,maybe)', 'words: argument 2 must be true or false'],
    ['sentence(1000000)', 'sentence: words must be'],
    ['text(100000000)', 'text: characters must be'],
    ['numberBetween(9,1)', 'numberBetween: max must not be below min (9)'],
    ['numberBetween(0.2,0.8)', 'numberBetween: there is no whole number'],
    ['randomNumber(400)', 'randomNumber: digits must be'],
    ['boolean(101)', 'boolean: percent must be'],
    ['tags(1000,100000)', 'tags: min must be'],
    ['tags(3,1)', 'tags: max must not be below min (3)'],
    ['password(80,90)', 'password: min must be'],
    ['styledtext(0,100000)', 'styledtext: most must be'],
    ['styledtext(4,2)', 'styledtext: most must not be below least (4)'],
    ['gallery(1000000000)', 'gallery: count must be'],
    ["dateTimeBetween('gibberish','now')", 'dateTimeBetween: "gibberish" is not a date'],
    ["dateTimeBetween('2026-13-45')", 'dateTimeBetween: "2026-13-45" is not a date'],
    ["dateTimeBetween('-90000 years')", 'dateTimeBetween: "-90000 years" is not a date'],
    ["date(Y,'@999999999999')", 'date: "@999999999999" is not a date'],
  ])('%s', async (call, message) => {
    await expect(draw(call, { times: 1 })).rejects.toThrow(message);
  });
});
