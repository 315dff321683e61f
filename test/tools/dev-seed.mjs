// Sample pictures for the folder that `npm run dev` makes on its first run; the starters have none.
import sharp from 'sharp';

const PICTURES = [
  { id: 'morning', name: 'Morning', from: '#f6d365', to: '#fda085', width: 1600, height: 1000 },
  { id: 'noon', name: 'Noon', from: '#84fab0', to: '#8fd3f4', width: 1200, height: 1200 },
  { id: 'evening', name: 'Evening', from: '#a18cd1', to: '#fbc2eb', width: 1000, height: 1600 },
  { id: 'night', name: 'Night', from: '#30475e', to: '#121212', width: 2400, height: 800 },
];

const drawn = ({ name, from, to, width, height }) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <linearGradient id="g" x2="1" y2="1">
        <stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>
      </linearGradient>
      <rect width="100%" height="100%" fill="url(#g)"/>
      <text x="50%" y="50%" fill="#fff" font-family="sans-serif" font-size="160" text-anchor="middle">${name}</text>
    </svg>`),
  )
    .jpeg()
    .toBuffer();

/** Adds the collection `pictures` over HTTP, as a client would. */
export async function addPictures(server) {
  const signIn = await fetch(server.adminLink(), { redirect: 'manual' });
  const cookie = signIn.headers.get('set-cookie').split(';')[0];
  const session = await fetch(`${server.url}/admin/session`, { headers: { cookie } });
  const headers = { cookie, 'x-csrf-token': (await session.json()).csrfToken };
  const send = async (path, body) => {
    const json = !(body instanceof FormData);
    const answer = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
      body: json ? JSON.stringify(body) : body,
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await send('/collections', { id: 'pictures', name: 'Pictures', schema: 'image' });
  for (const picture of PICTURES) {
    await send('/collections/pictures', { id: picture.id });
    const form = new FormData();
    form.set('file', new Blob([await drawn(picture)], { type: 'image/jpeg' }), `${picture.id}.jpg`);
    await send(`/collections/pictures/${picture.id}/image`, form);
  }
}
