import { describe, expect, it } from 'vitest';
import { listObjects } from '../../../../server/content/reading/read.js';
import { refusal, shownIn } from '../../../helpers/site.js';
import { list, makeFiled } from '../filed-walks.js';
import { makeWalks } from '../walks.js';

describe('the list', () => {
  it.each<[object, string]>([
    [{ filter: { open: 'true' } }, 'a c d'],
    [{ filter: { open: '' } }, 'a c d'],
    [{ filter: { open: 'false' } }, 'b e'],
    [{ filter: { title: 'RIVER*' } }, 'a b'],
    [{ filter: { title: 'RIVER*', open: 'true' } }, 'a'],
    // several of one property are all asked for
    [{ filter: { tags: ['water', 'long'] } }, 'a'],
    [{ filter: { km: ['gte:3', 'lt:12'] } }, 'b c e'],
    // not indexed
    [{ filter: { level: 'easy' } }, 'a c'],
    [{ filter: { level: 'ne:easy' } }, 'b'],
    [{ filter: { note: '*boots*' } }, 'a d'],
    [{ filter: { id: 'in:a|e' } }, 'a e'],
    [{ filter: { created: '2026-01-01T00:00:00.000Z' } }, 'a b c d e'],
    [{ filter: { modified: 'gt:2026-01-03' } }, 'd e'],
    // nothing the schema knows, and nothing that is hidden
    [{ filter: { unheard: 'ne:x' } }, ''],
    [{ filter: { code: 'sesame' } }, ''],
    [{ filter: { code: '*' } }, ''],
    [{ filter: { code: 'eq:' } }, ''],
    [{ search: 'boots' }, 'a d'],
    [{ search: 'mill' }, 'c'],
    [{ search: 'sesame' }, ''],
    [{ search: '"the hill"' }, 'e'],
    [{ search: 'boots', filter: { open: 'true', title: 'item*' } }, 'd'],
    [{ search: 'river or mill', sort: '-title' }, 'b a c'],
    [{ filter: { open: 'true' }, limit: '1', offset: '1' }, 'c'],
    [{ sort: 'km,-title', order: 'desc' }, 'd a c b e'],
    [{ sort: 'title:asc:natural' }, 'e d c b a'],
    [{ sort: 'level', order: 'asc' }, 'a c b d e'],
    [{ sort: 'unheard,id:desc' }, 'e d c b a'],
  ])('with %j holds %s', async (words, expected) => {
    expect(await list(await makeFiled(), words)).toBe(expected);
  });

  it('counts what it filters', async () => {
    const { site } = await makeFiled();
    const answer = await listObjects(site, 'walks', { filter: { open: 'true' }, limit: '2' });
    expect(shownIn(answer)).toMatchObject({ total: 3, count: 2, limit: 2, offset: 0 });
    expect(answer.total).toBe(3);
  });

  it.each<[object, string]>([
    [{ filter: 'plain' }, 'filter'],
    [{ filter: ['a'] }, 'filter'],
    [{ filter: { km: { gte: '3' } } }, 'filter'],
    [{ filter: { km: Array.from({ length: 21 }, () => '1') } }, 'filter'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ search: { a: 'b' } }, 'search'],
    [{ sort: Array.from({ length: 21 }, (_, n) => `p${n}`).join() }, 'sort'],
  ])('rejects %j', async (words, parameter) => {
    const { site } = await makeWalks();
    const refused = await refusal(listObjects(site, 'walks', words));
    expect(refused.kind).toBe('invalid');
    expect(refused.details).toHaveProperty(parameter);
  });

  it('takes a search of 200 characters and 20 criteria', async () => {
    const test = await makeFiled();
    expect(await list(test, { search: 'boots '.repeat(33) })).toBe('a d');
    expect(await list(test, { filter: { km: Array.from({ length: 20 }, () => '12') } })).toBe('a');
  });
});
