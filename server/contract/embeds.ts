/**
 * Players and maps that a rich text may embed; the sanitizer drops every other `iframe`. The list of a schema
 * replaces this one: a setting of the folder would widen all texts at once, and adding would leave no way to be
 * strict.
 */
import { isJsonObject, type JsonValue } from './values.js';

/** Those of a rich text whose settings name none. */
export const USUAL_HOSTS: readonly string[] = [
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'open.spotify.com',
  'w.soundcloud.com',
  'bandcamp.com',
  'embed.podcasts.apple.com',
  'www.google.com',
  'maps.google.com',
  'www.openstreetmap.org',
  'codepen.io',
  'www.loom.com',
];

/** A name of a host with a dot, without a port and without signs that mean something to a pattern. */
const HOST = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;

/** Whether a text is the name of a host, as `settings.embedHosts` lists them. */
export const isHostName = (text: string): boolean => HOST.test(text);

/** How many hosts a rich text may name. */
const MAX_HOSTS = 100;

/** The hosts whose players a rich text may hold, by its `settings.embedHosts`. What is no name of a host allows none. */
export function embedHostsOf(settings: unknown): readonly string[] {
  const listed = isJsonObject(settings) ? settings.embedHosts : undefined;
  if (listed === undefined) return USUAL_HOSTS;
  const all: readonly JsonValue[] = Array.isArray(listed) ? listed : [];
  return all.slice(0, MAX_HOSTS).filter((one): one is string => typeof one === 'string' && isHostName(one));
}

/** Why a `settings.embedHosts` cannot be saved; undefined for one that can. */
export function embedHostsProblem(listed: JsonValue | undefined): string | undefined {
  if (listed === undefined) return undefined;
  if (!Array.isArray(listed) || listed.length > MAX_HOSTS)
    return `must be a list of at most ${MAX_HOSTS} names of hosts`;
  const wrong = listed.find((one) => typeof one !== 'string' || !isHostName(one));
  return wrong === undefined
    ? undefined
    : `must hold names of hosts in lower case, such as "player.example.org", which ${JSON.stringify(wrong)} is not`;
}
