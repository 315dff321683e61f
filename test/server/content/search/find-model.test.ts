/**
 * Random objects, random changes, random questions: what the kept orders, matches and the word index find must be
 * what a plain reading of the rules finds, which is written out here once more and shares nothing with the server.
 */
import { expect, it } from 'vitest';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import { queryObjects } from '../../../../server/content/reading/query.js';
import { listObjects } from '../../../../server/content/reading/read.js';
import type { JsonObject, JsonValue } from '../../../../server/contract/values.js';
import { shownIn } from '../../../helpers/site.js';
import { thorough } from '../../../helpers/thorough.js';
import { makeWalks } from '../walks.js';
import { isRead, meets, sorted } from './plain-rules.js';
import { draws } from './random.js';

type Draw = ReturnType<typeof draws>;

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

function randomWalk(draw: Draw): JsonObject {
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
const SEARCHES = [
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
const SORTS = [
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

const ROUNDS = thorough ? 250 : 100;

it.each([1, 2, 3])(
  'finds what a plain reading of the rules finds, through random changes (seed %d)',
  async (seed) => {
    const draw = draws(seed);
    const objects = new Map<string, JsonObject>();
    const { site } = await makeWalks();
    const take = (answer: { bytes: Buffer }) => {
      const object: JsonObject = JSON.parse(answer.bytes.toString());
      // What everybody is shown of a secret.
      if ('code' in object) object.code = '';
      objects.set(String(object.id), object);
    };
    const change = async () => {
      const id = draw.chance(0.6) && objects.size > 0 ? draw.one([...objects.keys()]) : undefined;
      if (id === undefined)
        take(await createObject(site, 'walks', { ...randomWalk(draw), id: `w${draw.below(1e9)}` }));
      else if (draw.chance(0.3)) {
        await removeObject(site, 'walks', id);
        objects.delete(id);
      } else take(await patchObject(site, 'walks', id, randomWalk(draw)));
    };
    for (let n = 0; n < 60; n += 1) {
      take(await createObject(site, 'walks', { ...randomWalk(draw), id: `w${draw.below(1e9)}` }));
    }

    let found = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // Now and then so many that they are indexed in one go.
      const changes = round % 50 === 49 ? 70 : draw.below(2);
      for (let n = 0; n < changes; n += 1) await change();
      const include = draw.some(CRITERIA, 2);
      const exclude = draw.chance(0.4) ? draw.some(CRITERIA, 2) : [];
      const search = draw.chance(0.5) ? draw.one(SEARCHES) : '';
      const sort = draw.one(SORTS);
      const page = { limit: 1 + draw.below(40), offset: draw.chance(0.5) ? 0 : draw.below(20) };

      const meetsClause = (object: JsonObject, clause: string) => {
        const [name = '', ...asked] = clause.split(':');
        return name !== 'code' && meets(object[name], asked.length === 0 ? 'true' : asked.join(':'));
      };
      const kept = [...objects.values()].filter((object) => {
        const wanted = include.every((clause) => meetsClause(object, clause));
        const unwanted = exclude.some((clause) => meetsClause(object, clause));
        return wanted && !unwanted && (search === '' || isRead({ ...object, code: '' }, search));
      });
      const expected = sorted(kept, sort).slice(page.offset, page.offset + page.limit);
      found += expected.length;
      const question = {
        include: include.map((clause) => (clause.includes(':') ? clause : `${clause}:`)).join(),
        exclude: exclude.map((clause) => (clause.includes(':') ? clause : `${clause}:`)).join(),
        search,
        sort,
        ...page,
      };
      const answer = shownIn(await queryObjects(site, 'walks', question));
      expect({ question, data: answer.data, pagination: answer.pagination }).toMatchObject({
        question,
        data: expected,
        pagination: { total: kept.length, count: expected.length },
      });
      if (exclude.length > 0) continue;
      const filter: Record<string, string[]> = {};
      for (const clause of include) {
        const [name = '', ...asked] = clause.split(':');
        filter[name] = [...(filter[name] ?? []), asked.join(':')];
      }
      const listed = shownIn(
        await listObjects(site, 'walks', { filter, search, sort, order: 'asc', ...page }),
      );
      expect({ question, objects: listed.objects, total: listed.total }).toEqual({
        question,
        objects: expected,
        total: kept.length,
      });
    }
    expect(found).toBeGreaterThan(2 * ROUNDS);
  },
  60_000,
);
