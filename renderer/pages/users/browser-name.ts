/** What a browser calls itself, in words people know. */

/** The first that matches counts: most browsers also claim to be those below them. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/Electron\//, 'Desktop app'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const first = (list: readonly [RegExp, string][], agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** "Firefox on Linux"; the first words of what is unknown; undefined for nothing. */
export function browserName(agent: string): string | undefined {
  const browser = first(BROWSERS, agent);
  const system = first(SYSTEMS, agent);
  if (browser === undefined) return agent.slice(0, 40).trim() || undefined;
  return system === undefined ? browser : `${browser} on ${system}`;
}
