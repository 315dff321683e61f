/**
 * The content of the site, read from Plinth's API before anything is built. Whatever goes wrong here throws and so
 * ends the build with an error: an empty site must never replace a full one.
 */

/** The list's largest page (`limit`). */
const PAGE = 100;

function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run this build with: plinth exec --data DIR -- COMMAND`);
  return value;
}

/** A path of the API as JSON; undefined for a 404, an error for everything else that is no 200. */
async function read(path) {
  const url = new URL(path, setting('PLINTH_URL'));
  const headers = { 'X-API-Key': setting('PLINTH_KEY') };
  let response;
  try {
    response = await fetch(url, { headers });
  } catch (error) {
    throw new Error(`Plinth does not answer at ${url.origin}`, { cause: error });
  }
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Every object of a collection, page by page, each once even while somebody is writing. */
async function readAll(collection) {
  const found = new Map();
  for (let offset = 0, total = Number.POSITIVE_INFINITY; offset < total; offset += PAGE) {
    const page = await read(
      `/api/collections/${collection}?limit=${PAGE}&offset=${offset}&sort=id&order=asc`,
    );
    if (!page) throw new Error(`There is no collection "${collection}"`);
    for (const object of page.objects) found.set(object.id, object);
    total = page.total;
  }
  return [...found.values()];
}

const newestFirst = (a, b) =>
  String(b.date ?? b.created).localeCompare(String(a.date ?? a.created)) || a.id.localeCompare(b.id);

export default async function plinth() {
  const posts = (await readAll('blog')).filter((post) => post.draft !== true).sort(newestFirst);
  if (posts.length === 0)
    throw new Error('The collection "blog" holds nothing to publish; no site was built');
  const site = (await read('/api/collections/site/site')) ?? { title: 'Journal', language: 'en-GB' };
  return { site, posts };
}
