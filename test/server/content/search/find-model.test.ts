/**
 * Random objects, random changes, random questions: what the kept orders, matches and the word index find must be
 * what a plain reading of the rules finds, which is written out here once more and shares nothing with the server.
 */
import { expect, it } from 'vitest';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import type { JsonObject } from '../../../../server/contract/values.js';
import { shownIn } from '../../../helpers/site.js';
import { thorough } from '../../../helpers/thorough.js';
import { makeWalks } from '../walks.js';
import { anyQuestion, asShown, expectAnswer, randomWalk } from './questions.js';
import { draws } from './random.js';

const ROUNDS = thorough ? 250 : 100;

it.each([1, 2, 3])(
  'finds what a plain reading of the rules finds, through random changes (seed %d)',
  async (seed) => {
    const draw = draws(seed);
    const objects = new Map<string, JsonObject>();
    const { site } = await makeWalks();
    const take = (answer: { bytes: Buffer }) => {
      const object = asShown(shownIn(answer) as JsonObject);
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
      found += await expectAnswer(site, objects.values(), anyQuestion(draw));
    }
    expect(found).toBeGreaterThan(2 * ROUNDS);
  },
  60_000,
);
