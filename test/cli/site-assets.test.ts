/** Images and files of built sites, through the command line. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import bcrypt from 'bcryptjs';
import { describe, expect, it, vi } from 'vitest';
import { type Files, temporaryFolder, writeFiles } from '../helpers/files.js';
import { fixture } from '../helpers/made-files.js';
import { built, plinth, plinthEach, run } from '../helpers/process.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

async function prepare(site: Files) {
  const home = await temporaryFolder();
  const data = join(home, 'data');
  const photo = await fixture('photo.jpg');
  const image = { name: 'photo.jpg', alt: '', mime: 'image/jpeg' };
  const file = (name: string, rest = {}) => ({ name, mime: 'application/octet-stream', ...rest });
  await mkdir(data);
  await writeFiles(data, {
    '.schemas/doc.json': {
      id: 'doc',
      properties: {
        title: { type: 'string', field: 'text' },
        draft: { type: 'boolean', field: 'toggle' },
        doc: { $ref: 'file', field: 'file' },
        image: { $ref: 'image', field: 'image' },
        content: { type: 'string', field: 'styledtext' },
      },
      required: [],
      index: [],
    },
    'blog/.meta.json': { id: 'blog', schema: 'doc' },
    'blog/a.json': {
      id: 'a',
      title: 'A',
      image,
      doc: file('annual report.pdf', { mime: 'application/pdf', count: 0 }),
    },
    'blog/a/image/photo.jpg': photo,
    'blog/a/doc/annual report.pdf': '%PDF-1.4 a report',
    'blog/a/content/photo (1).jpg': photo,
    'blog/locked.json': {
      id: 'locked',
      doc: file('plan.txt', { password: bcrypt.hashSync('open', 4) }),
    },
    'blog/locked/doc/plan.txt': 'a plan',
    'blog/page.json': { id: 'page', doc: file('page.html', { mime: 'text/html' }) },
    'blog/page/doc/page.html': '<script>alert(1)</script>',
    'blog/hidden.json': { id: 'hidden', draft: true, image },
    'blog/hidden/image/photo.jpg': photo,
    'blog/broken.json': { id: 'broken', image },
    'blog/broken/image/photo.jpg': 'not an image',
  });
  const dist = join(home, 'site', 'dist');
  await mkdir(dist, { recursive: true });
  await writeFiles(dist, site);
  const args = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const assets = (...more: string[]) => plinth(['assets', dist, ...args, ...more]);
  const read = (path: string) => readFile(join(dist, path), 'utf8');
  const files = async () =>
    (await readdir(join(dist, 'plinth-assets')).catch(() => []))
      .filter((name) => name !== 'plinth-assets.json')
      .sort();
  return { home, data, dist, args, assets, read, files };
}

const A = '/imageworks/blog/a/image.jpg?w=300&format=webp';
const ESCAPED = A.replace('&', '&amp;');
const HOST = 'http://127.0.0.1:4180';

/** A text of a payload of React, whose length goes before it; `shown` is as long as the address in it. */
const payloadText = (address: string, shown = address) => {
  const html = (src: string) => `<p>été 🙂</p><img src="${src}"> or <a href="${src}">`;
  return [Buffer.byteLength(html(shown)).toString(16), html(address)] as const;
};
const inPayload = (address: string, shown?: string) => {
  const [length, html] = payloadText(address, shown);
  return `:HL["/a.css","style"]\n1:T${length},${html}2:["$","img",null,{"src":"${address}"}]\n`;
};
const inPage = (address: string, shown?: string) => {
  const [length, html] = payloadText(address, shown);
  const pushed = (text: string) =>
    `<script>self.__next_f.push([1,"${JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')}"])</script>`;
  // The digits of the length are in two scripts; a changed number is written to the first.
  const at = shown === undefined ? 1 : length.length;
  const parts = ['0:["x"]\n1:', `T${length.slice(0, at)}`, `${length.slice(at)},`, `${html}2:"y"\n`];
  return parts.map(pushed).join('');
};
/** As long as an address that is written. */
const WRITTEN = `/plinth-assets/${'0'.repeat(16)}.webp`;

/** Parts of built files and what becomes of them; `@` is the address of the file of `A`. */
const CHANGED: readonly [file: string, before: string, after: string][] = [
  ['index.txt', inPayload(A), inPayload('@', WRITTEN)],
  ['index.html', inPage(A), inPage('@', WRITTEN)],
  ['robots.txt', `User-agent: *\nDisallow: "${A}"\n`, `User-agent: *\nDisallow: "${A}"\n`],
  ['a.html', `<img src="${ESCAPED}">`, '<img src="@">'],
  ['a.html', `<img src='${ESCAPED}'>`, "<img src='@'>"],
  ['a.html', `<img src=${ESCAPED}>`, '<img src=@>'],
  ['a.html', `<img src="${A}">`, '<img src="@">'],
  ['a.html', `<img src="${HOST}${ESCAPED}">`, '<img src="@">'],
  ['a.html', `<img src="//localhost:4180${ESCAPED}">`, '<img src="@">'],
  ['a.html', `<img src=" ${ESCAPED} ">`, '<img src=" @ ">'],
  ['a.html', `<img src="${A.replaceAll('/', '&#x2F;').replace('&format', '&#38;format')}">`, '<img src="@">'],
  [
    'a.html',
    `<img srcset="${ESCAPED} 300w, ${ESCAPED} 2x,${ESCAPED} 1.5x">`,
    '<img srcset="@ 300w, @ 2x,@ 1.5x">',
  ],
  ['a.html', `<a href="${ESCAPED}#top">`, '<a href="@#top">'],
  ['a.html', `<div style="background: url(${ESCAPED}) 0 0">`, '<div style="background: url(@) 0 0">'],
  ['a.html', `<div style='background: url("${ESCAPED}")'>`, `<div style='background: url("@")'>`],
  [
    'a.html',
    `<astro-island props="{&quot;src&quot;:[0,&quot;${ESCAPED}&quot;]}">`,
    '<astro-island props="{&quot;src&quot;:[0,&quot;@&quot;]}">',
  ],
  ['a.html', `<style>a { background: url('${A}') }</style>`, "<style>a { background: url('@') }</style>"],
  [
    'a.html',
    `<script type="application/json">{"src":"${A.replaceAll('/', '\\/').replace('&', '\\u0026')}"}</script>`,
    '<script type="application/json">{"src":"@"}</script>',
  ],
  [
    'a.html',
    `<script>f([1,"a:{\\"src\\":\\"${A}\\"}"])</script>`,
    '<script>f([1,"a:{\\"src\\":\\"@\\"}"])</script>',
  ],
  [
    'a.html',
    `<meta property="og:image" content="${HOST}${ESCAPED}">`,
    '<meta property="og:image" content="@">',
  ],
  [
    'a.css',
    `a { background: url(${A}); content: url( "${A}" ) }`,
    'a { background: url(@); content: url( "@" ) }',
  ],
  ['a.js', `const a = "${A}", b = '${A}', c = \`${A}\`;`, 'const a = "@", b = \'@\', c = `@`;'],
  [
    'a.json',
    `{"html":"<img src=\\"${ESCAPED}\\" srcset='${ESCAPED} 1x, ${ESCAPED} 2x'>"}`,
    `{"html":"<img src=\\"@\\" srcset='@ 1x, @ 2x'>"}`,
  ],
  ['a.json', `["${A.replaceAll('/', '\\u002F').replace('&', '\\u0026')}"]`, '["@"]'],
  ['a.xml', `<loc>${HOST}${ESCAPED}</loc><enclosure url="${ESCAPED}"/>`, '<loc>@</loc><enclosure url="@"/>'],
  [
    'a.xml',
    `<d>&lt;img src=&quot;${ESCAPED.replace('&', '&amp;')}&quot;&gt;<![CDATA[<img src="${A}">]]></d>`,
    '<d>&lt;img src=&quot;@&quot;&gt;<![CDATA[<img src="@">]]></d>',
  ],
  ['a.html', `caf\u00e9 <img alt="\u{1f600}" src="${ESCAPED}">`, 'caf\u00e9 <img alt="\u{1f600}" src="@">'],
];

/** What stays as it is. */
const KEPT: readonly [file: string, text: string][] = [
  ['b.html', `<p>See ${A} and <code>/imageworks/x/y.jpg</code></p>`],
  ['b.html', `<img src="https://other.example${ESCAPED}">`],
  ['b.html', `<img src="/_image?url=${encodeURIComponent(A)}"><img src="/i?u=${A}">`],
  ['b.html', '<img alt="as in /imageworks/blog/nothing.jpg" src="x.png">'],
  ['b.html', `<!-- <img src="${A}"> --><title>${A}</title>`],
  ['b.html', `<img src="http://127.0.0.1:9${ESCAPED}">`],
  [
    'b.js',
    'const url = `/imageworks/blog/$' +
      '{id}/image.jpg`, start = "/imageworks/", all = "/imageworks/blog/" + id;',
  ],
  ['b.js', 'const guess = "/imageworks/blog/none/image.jpg";'],
  ['b.css', '/* /imageworks/blog/a/image.jpg */ a { color: red }'],
  ['b.json', '{"text":"see /imageworks/blog/none/image.jpg for more"}'],
];

describe('addresses in built files', () => {
  it('become files in every context, and everything else stays as it is', async () => {
    const site: Record<string, string> = {};
    const named = (parts: readonly (readonly [string, string, ...unknown[]])[]) =>
      parts.map(([name, text], at) => [`${at}/${name}`, text] as const);
    for (const [path, text] of [...named(CHANGED), ...named(KEPT)]) site[path] = text;
    site['latin1.html'] = `<img src="${A}">`;
    const { dist, assets, read, files } = await prepare(site);
    await writeFile(join(dist, 'latin1.html'), Buffer.from(`<p>\xe9\xff</p><img src="${A}">`, 'latin1'));
    await writeFile(join(dist, 'binary.json'), Buffer.from(`\0\x01"${A}"`, 'latin1'));
    const { code, stderr } = await assets();
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 written, 0 unchanged, 0 removed')]);
    const names = await files();
    expect(names).toEqual([expect.stringMatching(/^[\da-f]{16}\.webp$/)]);
    const address = `/plinth-assets/${names[0]}`;
    for (const [at, [name, , after]] of CHANGED.entries()) {
      expect(await read(`${at}/${name}`), CHANGED[at]?.[1]).toBe(after.replaceAll('@', address));
    }
    for (const [at, [name, text]] of KEPT.entries()) expect(await read(`${at}/${name}`)).toBe(text);
    expect(await readFile(join(dist, 'latin1.html'), 'latin1')).toBe(`<p>\xe9\xff</p><img src="${address}">`);
    expect(await readFile(join(dist, 'binary.json'), 'latin1')).toContain(A);
    const bytes = await readFile(join(dist, 'plinth-assets', names[0] ?? ''));
    expect(names[0]).toContain(createHash('sha256').update(bytes).digest('hex').slice(0, 16));
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  });

  it('are written as --assets-url says', async () => {
    const page = `<img src="${ESCAPED}">`;
    const cases = [
      ['/blog/files', '/blog/files', '/blog/files'],
      ['https://cdn.example/x/files/', 'https://cdn.example/x/files', 'https://cdn.example/x/files'],
      ['./files', 'files', '../../files'],
    ] as const;
    const { dist, args } = await prepare({});
    const runs = cases.map(([url], at) => ['assets', join(dist, `${at}`), ...args, '--assets-url', url]);
    for (const at of cases.keys())
      await writeFiles(dist, { [`${at}/index.html`]: page, [`${at}/a/b/c.html`]: page });
    expect((await plinthEach(runs)).map(({ code }) => code)).toEqual([0, 0, 0]);
    for (const [at, [, top, deep]] of cases.entries()) {
      const read = (path: string) => readFile(join(dist, `${at}`, path), 'utf8');
      const [name] = (await readdir(join(dist, `${at}`, 'files'))).filter((one) => one.endsWith('.webp'));
      expect(await read('index.html')).toBe(`<img src="${top}/${name}">`);
      expect(await read('a/b/c.html')).toBe(`<img src="${deep}/${name}">`);
    }
  });

  it('are full in feeds and shared metadata below --site-url', async () => {
    const site = 'https://example.org';
    const cases: readonly [options: string[], full: string, page: string][] = [
      [[`--site-url=${site}`], `${site}/plinth-assets`, '/plinth-assets'],
      [[`--site-url=${site}/blog/`], `${site}/blog/plinth-assets`, '/blog/plinth-assets'],
      [[`--site-url=${site}/blog`, '--assets-url=/x/f'], `${site}/x/f`, '/x/f'],
      [[`--site-url=${site}/blog`, '--assets-url=./f'], `${site}/blog/f`, 'f'],
      [
        [`--site-url=${site}`, '--assets-url=https://cdn.example/f'],
        'https://cdn.example/f',
        'https://cdn.example/f',
      ],
    ];
    const feed = (start: string) =>
      `<rss><enclosure url="${start}"/><d><![CDATA[<img src="${start}">]]></d></rss>`;
    const page = (full: string, start: string) =>
      `<meta property="og:image" content="${full}"><meta content='${full}' name=twitter:image><meta name="x" content="${start}"><img src="${start}">`;
    const { dist, args } = await prepare({});
    for (const at of cases.keys()) {
      await writeFiles(dist, {
        [`${at}/feed.xml`]: feed(ESCAPED),
        [`${at}/a.atom`]: feed(`${HOST}${ESCAPED}`),
        [`${at}/index.html`]: page(ESCAPED, ESCAPED),
      });
    }
    const bad = ['', 'example.org', 'javascript:alert(1)', 'https://x.example/"', 'https://x.example?a'];
    const runs = [
      ...cases.map(([options], at) => ['assets', join(dist, `${at}`), ...args, ...options]),
      ...bad.map((url) => ['assets', dist, ...args, `--site-url=${url}`]),
    ];
    const ended = await plinthEach(runs);
    expect(ended.map(({ code }) => code)).toEqual([...cases.map(() => 0), ...bad.map(() => 1)]);
    for (const [at, [, full, start]] of cases.entries()) {
      const read = (path: string) => readFile(join(dist, `${at}`, path), 'utf8');
      const folder = full.split('/').at(-1) ?? '';
      const [name] = (await readdir(join(dist, `${at}`, folder))).filter((one) => one.endsWith('.webp'));
      expect(ended[at]?.stderr).not.toContain('need full addresses');
      for (const path of ['feed.xml', 'a.atom']) expect(await read(path)).toBe(feed(`${full}/${name}`));
      expect(await read('index.html')).toBe(page(`${full}/${name}`, `${start}/${name}`));
    }
  });

  it('are not written to a bad --assets-url', async () => {
    const { args, dist } = await prepare({ 'index.html': `<img src="${A}">` });
    const bad = [
      '',
      '/',
      'files',
      '../files',
      '/a/../b',
      '/a b',
      'javascript:alert(1)',
      '/"x',
      './a/b',
      '/.git',
    ];
    const urls = [...bad, 'https://x.example'].map((url) => `--assets-url=${url}`);
    const ended = await plinthEach(urls.map((url) => ['assets', dist, ...args, url]));
    expect(ended.map(({ code }) => code)).toEqual(urls.map(() => 1));
    expect(await readdir(dist)).toEqual(['index.html']);
  });
});

describe('files of a site', () => {
  it('keep their names, and unchanged files are not written again', async () => {
    const html = `<a href="/download/blog/a/doc">Report</a><img src="/imageworks/upload/blog/a/content/photo%20(1).jpg?w=90"><a href="/stream/blog/page/doc">Page</a>`;
    const { dist, assets, read, files } = await prepare({ 'index.html': html });
    expect((await assets()).code).toBe(0);
    const first = await files();
    expect(first).toEqual(
      expect.arrayContaining([expect.stringMatching(/\.bin$/), expect.stringMatching(/^[\da-f]{16}\.jpg$/)]),
    );
    const page = await read('index.html');
    const times = await Promise.all(
      first.map(async (name) => (await stat(join(dist, 'plinth-assets', name))).mtimeMs),
    );
    // Again on the rewritten site, and on a fresh build of it.
    for (const text of [page, html]) {
      await writeFile(join(dist, 'index.html'), text);
      const { code, stderr } = await assets();
      expect([code, stderr]).toEqual([
        0,
        text === html ? expect.stringContaining('0 written, 3 unchanged') : '',
      ]);
      expect([await files(), await read('index.html')]).toEqual([first, page]);
    }
    const after = await Promise.all(
      first.map(async (name) => (await stat(join(dist, 'plinth-assets', name))).mtimeMs),
    );
    expect(after).toEqual(times);
  });

  it('are removed when no page shows them, unless others put them there', async () => {
    const { dist, assets, files } = await prepare({
      'index.html': `<img src="${ESCAPED}">`,
      'old.html': '<img src="/imageworks/blog/a/image.jpg?w=20">',
    });
    await assets();
    const [first, second] = await files();
    await writeFile(join(dist, 'plinth-assets', '0123456789abcdef.jpg'), 'of others');
    await rm(join(dist, 'old.html'));
    expect((await assets()).stderr).toContain('1 removed');
    const left = await files();
    expect(left).toHaveLength(2);
    expect(left).toContain('0123456789abcdef.jpg');
    expect([first, second].filter((name) => left.includes(name ?? ''))).toHaveLength(1);
  });

  it('are the same after a run that was killed', async () => {
    const site: Record<string, string> = {};
    for (let at = 0; at < 30; at += 1)
      site[`${at}.html`] = `<img src="/imageworks/blog/a/image.jpg?w=${at + 10}">`;
    const whole = await prepare(site);
    await whole.assets();
    const expected = await whole.files();
    const { dist, args, assets, files, read } = await prepare(site);
    const killed = run(built('cli/plinth.js'), ['assets', dist, ...args]);
    await vi.waitUntil(async () => (await files()).length > 3, { timeout: 60_000, interval: 5 });
    killed.child.kill('SIGKILL');
    await killed.ended;
    await mkdir(join(dist, '.plinth-tmp'), { recursive: true });
    await writeFile(join(dist, '.plinth-tmp', '1'), 'unfinished');
    expect((await assets()).code).toBe(0);
    expect(await files()).toEqual(expected);
    for (let at = 0; at < 30; at += 1) expect(await read(`${at}.html`)).toBe(await whole.read(`${at}.html`));
    expect(await readdir(dist)).not.toContain('.plinth-tmp');
  });

  it('that are missing fail the command with page and address', async () => {
    const cases: readonly [address: string, reason: string][] = [
      ['/imageworks/blog/gone/image.jpg', 'There is no'],
      ['/imageworks/blog/hidden/image.jpg', 'no published object'],
      ['/download/blog/broken/doc', 'There is no file'],
      ['/imageworks/blog/broken/image.jpg?w=30', 'not an image'],
      ['/download/blog/locked/doc', 'password-protected'],
      ['/stream/blog/locked/doc', 'password-protected'],
      ['/imageworks/blog/a/image.jpg?w=x', 'Invalid parameters'],
      ['/stream/blog/a/doc/..%2f..%2f.meta.json', ''],
      ['/imageworks/blog/%zz/image.jpg', ''],
    ];
    const pages = cases.map(([address]) => `<img src="${address}"><img src="${ESCAPED}">`);
    const site = Object.fromEntries(pages.map((text, at) => [`sub/${at}.html`, text]));
    const { assets, read, files } = await prepare(site);
    const { code, stderr } = await assets();
    expect(code).toBe(1);
    for (const [at, [address, reason]] of cases.entries()) {
      const line = stderr.split('\n').find((one) => one.includes(`sub/${at}.html: ${address}: `));
      expect(line, address).toContain(reason);
      expect(await read(`sub/${at}.html`)).toBe(pages[at]);
    }
    const drafts = await assets('--drafts');
    expect([drafts.code, drafts.stderr]).toEqual([1, expect.not.stringContaining('hidden')]);
    const lenient = await assets('--allow-missing');
    expect(lenient.code).toBe(0);
    const [file] = await files();
    for (const [at, [address]] of cases.entries()) {
      expect(lenient.stderr).toContain(address);
      expect(await read(`sub/${at}.html`)).toBe(`<img src="${address}"><img src="/plinth-assets/${file}">`);
    }
  });

  it('are not written into what the site protects by a hash', async () => {
    const { assets, read } = await prepare({
      'csp.html': `<meta http-equiv="Content-Security-Policy" content="style-src 'sha256-abc='"><style>a { background: url(${A}) }</style>`,
      'index.html': '<link rel="stylesheet" href="/blog/main.css?v=1" integrity="sha384-abc">',
      'main.css': `a { background: url(${A}) }`,
    });
    const { code, stderr } = await assets('--allow-missing');
    expect(code).toBe(0);
    expect(stderr).toContain('main.css: ');
    expect(stderr).toContain('integrity');
    expect(stderr).toContain('csp.html: ');
    expect(await read('main.css')).toContain(A);
    expect(await read('csp.html')).toContain(A);
    expect((await assets()).code).toBe(1);
  });

  it('stay out of links, hidden folders and the data folder', async () => {
    const { home, dist, data, args, assets } = await prepare({
      'index.html': `<img src="${ESCAPED}">`,
      '.git/x.html': `<img src="${A}">`,
    });
    const outside = join(home, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'page.html'), `<img src="${A}">`);
    await symlink(outside, join(dist, 'linked'));
    await symlink(join(outside, 'page.html'), join(dist, 'linked.html'));
    expect((await assets()).code).toBe(0);
    expect(await readFile(join(outside, 'page.html'), 'utf8')).toContain(A);
    expect(await readFile(join(dist, '.git/x.html'), 'utf8')).toContain(A);
    for (const place of [data, dirname(data), join(data, 'blog')]) {
      const { code, stderr } = await plinth(['assets', place, ...args]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('must not contain each other')]);
    }
    await rm(join(dist, 'plinth-assets'), { recursive: true });
    await symlink(outside, join(dist, 'plinth-assets'));
    await writeFile(join(dist, 'index.html'), `<img src="${ESCAPED}">`);
    expect((await assets()).code).toBe(1);
    expect(await readdir(outside)).toEqual(['page.html']);
    expect((await plinth(['assets', join(home, 'none'), ...args])).code).toBe(1);
  });

  it('do not count as downloads, and pages keep their rights', async () => {
    const { dist, args, assets } = await prepare({
      'index.html': '<a href="/download/blog/a/doc">Report</a>',
    });
    await chmod(join(dist, 'index.html'), 0o640);
    expect((await assets()).code).toBe(0);
    expect((await stat(join(dist, 'index.html'))).mode & 0o777).toBe(0o640);
    const { stdout } = await plinth([
      'exec',
      ...args,
      '--',
      process.execPath,
      '-e',
      `
      const headers = { 'x-api-key': process.env.PLINTH_KEY };
      const { doc } = await (await fetch(process.env.PLINTH_URL + '/collections/blog/a', { headers })).json();
      console.log(doc.count);`,
    ]);
    expect(stdout).toBe('0\n');
  });
});

describe('plinth exec --assets', () => {
  it('collects the files of a site that the command has built', async () => {
    const { dist, args, read } = await prepare({});
    const build = (code: string) => ['--', process.execPath, '-e', code];
    const write = `require('fs').writeFileSync(${JSON.stringify(join(dist, 'index.html'))}, '<img src="' + process.env.PLINTH_URL + '${ESCAPED}"><!-- ' + process.env.PLINTH_SITE_URL + ' -->')`;
    const site = ['--site-url', 'https://example.org'];
    const { code } = await plinth(['exec', ...args, '--assets', dist, ...site, ...build(write)]);
    expect(code).toBe(0);
    expect(await read('index.html')).toMatch(
      /^<img src="\/plinth-assets\/[\da-f]{16}\.webp"><!-- https:\/\/example\.org -->$/,
    );
    const failed = await plinth(['exec', ...args, '--assets', dist, ...build(`${write}; process.exit(3)`)]);
    expect(failed.code).toBe(3);
    expect(await read('index.html')).toContain('/imageworks/');
    const json = await plinth(['exec', '--json', ...args, '--assets', dist, ...build(write)]);
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
    ).toEqual(['listening', 'assets', 'exit']);
  });
});
