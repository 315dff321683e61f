/** The player of a page on another site: what is stored is one `iframe` with fixed attributes. */
import { parseHtml } from '../canonical';

interface Provider {
  name: string;
  /** Hosts of its pages and of its player. */
  hosts: readonly string[];
  /** What is embedded, for the title of the player. */
  what: string;
  height?: number;
  /** The address of the player for one of its pages; undefined for a page that has none. */
  player(page: URL): string | undefined;
}

const match = (url: URL, pattern: RegExp): string | undefined => pattern.exec(url.pathname)?.[1];

/** `1m30s`, `90s` and `90` are ninety seconds. */
function secondsOf(time: string | null): number {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time ?? '') ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function youtube(page: URL): string | undefined {
  const id =
    page.hostname === 'youtu.be'
      ? match(page, /^\/([\w-]{6,20})\/?$/)
      : (page.searchParams.get('v') ?? match(page, /^\/(?:embed|shorts|live|v)\/([\w-]{6,20})/));
  if (id === undefined || !/^[\w-]{6,20}$/.test(id)) return undefined;
  const start = secondsOf(page.searchParams.get('t') ?? page.searchParams.get('start'));
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

function vimeo(page: URL): string | undefined {
  const [, id, inPath] = /^\/(?:video\/|channels\/[\w-]+\/)?(\d+)(?:\/(\w+))?\/?$/.exec(page.pathname) ?? [];
  const hash = inPath ?? page.searchParams.get('h');
  if (id === undefined) return undefined;
  return `https://player.vimeo.com/video/${id}${hash ? `?h=${encodeURIComponent(hash)}` : ''}`;
}

function openStreetMap(page: URL): string | undefined {
  if (page.pathname === '/export/embed.html') return page.href;
  const [, zoom, latitude, longitude] = /map=(\d+)\/(-?[\d.]+)\/(-?[\d.]+)/.exec(page.hash) ?? [];
  if (zoom === undefined) return undefined;
  const [lat, lon] = [Number(latitude), Number(longitude)];
  const width = 360 / 2 ** Number(zoom);
  const box = [lon - width, lat - width / 2, lon + width, lat + width / 2];
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box.map((one) => one.toFixed(5)).join('%2C')}`;
}

const PROVIDERS: readonly Provider[] = [
  {
    name: 'YouTube',
    what: 'video',
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com'],
    player: youtube,
  },
  {
    name: 'Vimeo',
    what: 'video',
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    player: vimeo,
  },
  {
    name: 'Spotify',
    what: 'player',
    height: 352,
    hosts: ['open.spotify.com'],
    player(page) {
      const path = match(page, /\/((?:track|album|artist|playlist|episode|show)\/\w+)\/?$/);
      return path === undefined ? undefined : `https://open.spotify.com/embed/${path}`;
    },
  },
  {
    name: 'SoundCloud',
    what: 'player',
    height: 166,
    hosts: ['soundcloud.com', 'www.soundcloud.com', 'w.soundcloud.com'],
    player(page) {
      if (page.hostname === 'w.soundcloud.com') return page.href;
      const track = `${page.origin}${page.pathname}`;
      return /^\/[\w-]+\/[\w-]+/.test(page.pathname)
        ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(track)}`
        : undefined;
    },
  },
  {
    name: 'Apple Podcasts',
    what: 'player',
    height: 175,
    hosts: ['podcasts.apple.com', 'embed.podcasts.apple.com'],
    player: (page) =>
      page.pathname.includes('/podcast/')
        ? `https://embed.podcasts.apple.com${page.pathname}${page.search}`
        : undefined,
  },
  {
    name: 'CodePen',
    what: 'example',
    hosts: ['codepen.io'],
    player(page) {
      const [, user, pen] = /^\/([\w-]+)\/(?:pen|embed|full|details)\/(\w+)/.exec(page.pathname) ?? [];
      return user === undefined ? undefined : `https://codepen.io/${user}/embed/${pen}`;
    },
  },
  {
    name: 'Loom',
    what: 'video',
    hosts: ['loom.com', 'www.loom.com'],
    player(page) {
      const id = match(page, /^\/(?:share|embed)\/(\w+)/);
      return id === undefined ? undefined : `https://www.loom.com/embed/${id}`;
    },
  },
  { name: 'OpenStreetMap', what: 'map', hosts: ['www.openstreetmap.org'], player: openStreetMap },
  {
    name: 'Google Maps',
    what: 'map',
    hosts: ['www.google.com', 'maps.google.com'],
    player: (page) => (page.pathname.startsWith('/maps/embed') ? page.href : undefined),
  },
  {
    name: 'Bandcamp',
    what: 'player',
    height: 120,
    hosts: ['bandcamp.com'],
    player: (page) => (page.pathname.startsWith('/EmbeddedPlayer') ? page.href : undefined),
  },
];

/** Names of the sites that can be embedded, by the hosts that players may come from. */
export function siteNames(allowed: readonly string[]): string[] {
  const known = PROVIDERS.filter(({ hosts }) => hosts.some((host) => allowed.includes(host)));
  const others = allowed.filter((host) => !PROVIDERS.some(({ hosts }) => hosts.includes(host)));
  return [...known.map(({ name }) => name), ...others];
}

function pageOf(address: string): URL | undefined {
  const typed = address.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed.replace(/^\/\//, '')}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

const providerOf = (page: URL): Provider | undefined =>
  PROVIDERS.find(({ hosts }) => hosts.includes(page.hostname));

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/**
 * The HTML of the player for an address, or for the `iframe` a site offers; undefined where there is none.
 * @param allowed the hosts that players may come from
 */
export function embedHtml(text: string, allowed: readonly string[]): string | undefined {
  const frame = /<iframe\b/i.test(text) ? parseHtml(text).querySelector('iframe') : null;
  const page = pageOf(frame?.getAttribute('src') ?? text);
  if (page === undefined) return undefined;
  const provider = providerOf(page);
  // Of a site that only the schema knows, the address is that of the player.
  const own = page.protocol === 'https:' && page.username === '' ? page.href : undefined;
  const player = provider ? provider.player(page) : own;
  if (player === undefined || !allowed.includes(new URL(player).hostname)) return undefined;
  const title = provider ? `${provider.name} ${provider.what}` : page.hostname;
  return (
    `<iframe src="${escaped(player)}" title="${title}" width="560" ` +
    `height="${provider?.height ?? 315}" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" ` +
    'allowfullscreen=""></iframe>'
  );
}

export interface Embedded {
  /** `YouTube video`. */
  name: string;
  src: string;
}

/** What an element embeds; undefined for anything but a player that the server keeps. */
export function embeddedBy(element: Element, allowed: readonly string[]): Embedded | undefined {
  if (element.localName !== 'iframe') return undefined;
  const page = pageOf(element.getAttribute('src') ?? '');
  if (page === undefined || !allowed.includes(page.hostname)) return undefined;
  const provider = providerOf(page);
  return { name: provider ? `${provider.name} ${provider.what}` : page.hostname, src: page.href };
}
