/** Hosts whose players a rich text may hold, as its schema names them (spec/field-kinds.md#rich-text). */
import { expect, it } from 'vitest';
import type { JsonValue } from '../../server/contract/values.js';
import { detailsOf, type Files, startTestServer } from '../helpers/server.js';

const schema = (settings: Record<string, JsonValue>) => ({
  id: 'post',
  properties: {
    id: { field: 'id' },
    body: { field: 'styledtext', settings },
    story: { field: 'localizedstyledtext', settings },
  },
  required: ['id'],
  index: ['id'],
});
const filesWith = (settings: Record<string, JsonValue>): Files => ({
  '.schemas/post.json': schema(settings),
  'blog/.meta.json': { id: 'blog', schema: 'post', name: 'Blog' },
});
const frame = (src: string, more = '') => `<iframe src="${src}"${more}></iframe>`;

const OWN = 'https://video.example.org/embed/1';
const HOSTILE = [
  'https://www.youtube.com/embed/abc123',
  'https://video.example.org.evil.example/x',
  'https://evil.example/video.example.org',
  'https://video.example.org@evil.example/',
  'https://evil.example\\@video.example.org',
  'https://sub.video.example.org/x',
  'javascript:alert(1)//video.example.org',
  'data:text/html,<script>x()</script>',
  'video.example.org',
];

it('a rich text keeps the players of the hosts its schema names, and drops what runs and all others', async () => {
  const server = await startTestServer(filesWith({ embedHosts: ['video.example.org'] }));
  const sent =
    frame(OWN, ' onload="x()" srcdoc="<script>x()</script>" sandbox=""') +
    HOSTILE.map((src) => frame(src)).join('');
  // Long texts are sanitized in another thread.
  for (const [id, words] of [
    ['short', ''],
    ['long', '<p class="a">words</p>'.repeat(2000)],
  ] as const) {
    const json = { id, body: `<p>a</p>${sent}${words}`, story: { en: sent } };
    expect((await server.request('/api/collections/blog', { method: 'POST', json })).status).toBe(201);
    const { body, story } = JSON.parse((await server.read(`blog/${id}.json`)).toString());
    expect(body).toBe(`<p>a</p>${frame(OWN)}${words}`);
    expect(story).toEqual({ en: frame(OWN) });
  }
});

it('names of hosts only can be saved, and others that a file has allow nothing', async () => {
  const wrong: JsonValue[] = [
    '*',
    'https://evil.example',
    'evil.example/x',
    'evil.example:80',
    '*.example.org',
    '127.0.0.1',
    'Evil.Example',
    7,
    'localhost',
  ];
  const server = await startTestServer(filesWith({ embedHosts: wrong }));
  const save = async (embedHosts: JsonValue) => {
    const answer = await server.request('/api/schemas/post', { method: 'PUT', json: schema({ embedHosts }) });
    return answer.status === 200 ? 200 : detailsOf(answer);
  };
  const json = {
    id: 'a',
    body: ['https://evil.example/x', 'http://127.0.0.1/', OWN].map((src) => frame(src)).join(''),
  };
  await server.request('/api/collections/blog', { method: 'POST', json });
  expect(JSON.parse((await server.read('blog/a.json')).toString()).body).toBe('');
  for (const one of wrong) {
    expect(await save([one]), String(one)).toMatchObject({
      'properties.body.settings.embedHosts': [expect.stringContaining('must hold names of hosts')],
      'properties.story.settings.embedHosts': [expect.stringContaining('must hold names of hosts')],
    });
  }
  expect(await save('video.example.org')).toMatchObject({
    'properties.body.settings.embedHosts': ['must be a list of at most 100 names of hosts'],
  });
  for (const right of [[], ['video.example.org', 'xn--bcher-kva.example']])
    expect(await save(right)).toBe(200);
});
