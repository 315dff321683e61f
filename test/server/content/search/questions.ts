/** Random walks and random questions about them, and what a plain reading of the rules answers. */
import { expect } from 'vitest';
import { queryObjects } from '../../../../server/content/reading/query.js';
import { listObjects } from '../../../../server/content/reading/read.js';
import type { JsonObject, JsonValue } from '../../../../server/contract/values.js';
import type { Site } from '../../../../server/site.js';
import { shownIn } from '../../../helpers/site.js';
import { isRead, meets, sorted } from './plain-rules.js';
import type { draws } from './random.js';

export type Draw = ReturnType<typeof draws>;

const WORDS = [
  'river',
  'Walk',
  'old mill',
  'Été',
  'C++',
  '10',
  'item 2',
  'x-y',
  'the',
  'and',
  '<b>bold</b>move',
  'R&amp;B',
];
const sentence = (draw: Draw) => draw.some(WORDS, 6).join(draw.one([' ', ' ', ', ', '-']));

export function randomWalk(draw: Draw): JsonObject {
  const walk: JsonObject = { title: sentence(draw) || 'none' };
  const maybe = (name: string, value: () => JsonValue) => {
    if (draw.chance(0.7)) walk[name] = value();
  };
  maybe('km', () => draw.one([0, 1, 2, 2.5, 10, 100]));
  maybe('level', () => draw.one(['easy', 'hard', '']));
  maybe('open', () => draw.chance(0.5));
  maybe('tags', () => draw.some(['River', 'easy', 'true', '10'], 3));
  maybe('note', () => sentence(draw));
  maybe('code', () => draw.one(['river', 'secret']));
  return walk;
}

const CRITERIA = [
  'title:*river*',
  'title:ne:none',
  'title:contains:MILL',
  'km:2',
  'km:gt:2',
  'km:lte:10',
  'km:in:1|100',
  'level:easy',
  'level:notin:easy|hard',
  'level:eq:',
  'open',
  'open:false',
  'open:ne:true',
  'tags:river',
  'tags:true',
  'tags:notin:River|10',
  'note:*',
  'note:contains:c++',
  'code:river',
  'code:ne:x',
  'none:x',
];
export const SEARCHES = [
  'river',
  'RIVER walk',
  'river or mill',
  '"old mill"',
  '"walk river"',
  'été',
  'c++',
  '"c++ river"',
  '10',
  'item',
  'boldmove',
  'bold',
  'r&b',
  'x-y the',
  'the and mill',
  '"the, river" or 2',
  'easy',
  'secret',
  'nothing',
  'mill',
];
export const SORTS = [
  'id',
  '-id',
  'title',
  'km:desc,title',
  'open,-km',
  'tags',
  'level:desc,note',
  'note',
  'km,open:desc,title:desc',
];

/** What a list is asked for. */
export interface Question {
  include: string[];
  exclude: string[];
  search: string;
  sort: string;
  limit: number;
  offset: number;
}

export function anyQuestion(draw: Draw): Question {
  return {
    include: draw.some(CRITERIA, 2),
    exclude: draw.chance(0.4) ? draw.some(CRITERIA, 2) : [],
    search: draw.chance(0.5) ? draw.one(SEARCHES) : '',
    sort: draw.one(SORTS),
    limit: 1 + draw.below(40),
    offset: draw.chance(0.5) ? 0 : draw.below(20),
  };
}

/** An object as everybody is shown it: what is secret is empty. */
export const asShown = (object: JsonObject): JsonObject =>
  'code' in object ? { ...object, code: '' } : object;

function meetsClause(object: JsonObject, clause: string): boolean {
  const [name = '', ...asked] = clause.split(':');
  return name !== 'code' && meets(object[name], asked.length === 0 ? 'true' : asked.join(':'));
}

/** The answer by the rules. `markup`: whether the note is markup. */
function answerTo(objects: Iterable<JsonObject>, question: Question, markup: boolean) {
  const { include, exclude, search, sort, limit, offset } = question;
  const kept = [...objects].filter((object) => {
    const wanted = include.every((clause) => meetsClause(object, clause));
    const unwanted = exclude.some((clause) => meetsClause(object, clause));
    return wanted && !unwanted && (search === '' || isRead({ ...object, code: '' }, search, markup));
  });
  return { page: sorted(kept, sort).slice(offset, offset + limit), total: kept.length };
}

const asked = (clauses: readonly string[]): string =>
  clauses.map((clause) => (clause.includes(':') ? clause : `${clause}:`)).join();

/** Asks in each way there is, and expects what the rules say; how many objects that are. */
export async function expectAnswer(
  site: Site,
  objects: Iterable<JsonObject>,
  question: Question,
  markup = true,
): Promise<number> {
  const { include, exclude, search, sort, limit, offset } = question;
  const { page: expected, total } = answerTo(objects, question, markup);
  const words = { include: asked(include), exclude: asked(exclude), search, sort, limit, offset };
  const answer = shownIn(await queryObjects(site, 'walks', words));
  expect({ question, data: answer.data, pagination: answer.pagination }).toMatchObject({
    question,
    data: expected,
    pagination: { total, count: expected.length },
  });
  if (exclude.length > 0) return expected.length;
  const filter: Record<string, string[]> = {};
  for (const clause of include) {
    const [name = '', ...criterion] = clause.split(':');
    filter[name] = [...(filter[name] ?? []), criterion.join(':')];
  }
  const listed = shownIn(
    await listObjects(site, 'walks', { filter, search, sort, order: 'asc', limit, offset }),
  );
  expect({ question, objects: listed.objects, total: listed.total }).toEqual({
    question,
    objects: expected,
    total,
  });
  return expected.length;
}
