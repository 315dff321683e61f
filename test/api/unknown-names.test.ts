import { describe, expect, it } from 'vitest';
import { startTestServer } from '../helpers/server.js';

const LIST = '/api/collections/blog';
const CSV = '/report/collections/blog/csv';

describe('names of properties that do not exist', () => {
  it.each([
    [`${LIST}?filter[drafft]=false`, 'drafft'],
    [`${LIST}?sort=dtae:desc`, 'dtae'],
    [`${LIST}?sort=-dtae,title,shuffle&filter[draft]=false&filter[x.y]=1`, 'x.y, dtae'],
    [`${LIST}/query?include=titel,title,tgs:in:a|b&exclude=dratf`, 'titel, tgs, dratf'],
    [`${LIST}/query?format=csv&include=titel`, 'titel'],
    [`${LIST}/index?include=drafft:true&sort=titel`, 'titel, drafft'],
    [`${CSV}?fields=title,titel,created,items.value&exclude=drafft:true`, 'drafft, titel, items.value'],
    ['/report/collections/blog/json?fields=titel', 'titel'],
    ['/api/export/collections/blog/json?include=drafft', 'drafft'],
    [`${LIST}?sort=a%2Cb%20c%22%0d%0aX: y`, 'a, b%20c%22%0D%0AX'],
  ])('are named in the answer and ignored: %s', async (path, names) => {
    const server = await startTestServer();
    // Asked for twice and more, a list is answered from memory.
    for (let times = 0; times < 4; times += 1) {
      const answer = await server.request(path);
      expect([answer.status, answer.headers.get('x-plinth-warnings')]).toEqual([200, names]);
    }
    const lines = server.log.filter((line) => line.includes('has no property'));
    expect(lines).toHaveLength(names.split(', ').length);
  });

  it.each([
    `${LIST}?filter[draft]=false&filter[tags]=one&sort=title,-created,modified:desc,id&limit=1&search=post`,
    `${LIST}/query?include=id,title,draft:false&exclude=tags,created`,
    `${LIST}?sort=shuffle`,
    `${LIST}?unknown=parameter`,
    `${CSV}?fields=title,image.alt&include=draft:false`,
    `${LIST}`,
  ])('are none in %s', async (path) => {
    const server = await startTestServer();
    const answer = await server.request(path);
    expect([answer.status, answer.headers.get('x-plinth-warnings')]).toEqual([200, null]);
    expect(server.log.filter((line) => line.includes('property'))).toEqual([]);
  });

  it('leave one line in the log, and a limited number of invented names', async () => {
    const server = await startTestServer();
    for (let at = 0; at < 30; at += 1) {
      const names = Array.from({ length: 20 }, (_, one) => `n${at}x${one}`).join();
      await server.request(`${LIST}?sort=${names}`);
      await server.request(`${LIST}?sort=${names}`);
    }
    expect(server.log.filter((line) => line.includes('has no property'))).toHaveLength(500);
  });
});
