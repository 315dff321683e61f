/** Icons and colors of collections: each is there, and can be seen in both themes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLLECTION_COLORS, COLLECTION_ICONS } from '#contract/objects';

const read = (path: string) => readFileSync(new URL(`../../renderer/ui/${path}`, import.meta.url), 'utf8');

const channel = (part: number): number => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

type Rgb = [number, number, number];

const rgb = (hex: string): Rgb => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};

const luminance = ([r, g, b]: Rgb): number => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const mixed = (share: number, over: Rgb, ground: Rgb): Rgb => {
  const at = (n: 0 | 1 | 2) => over[n] * share + ground[n] * (1 - share);
  return [at(0), at(1), at(2)];
};

/** Grounds on which a collection's color is drawn: page, panel, hovered and current line. */
const GROUNDS = {
  light: ['#ffffff', '#faf9f7', '#f4f2ef', '#eef7f5'].map(rgb),
  dark: ['#1f1e1c', '#191816', '#292725', '#1a342f'].map(rgb),
};

describe('colors of collections', () => {
  const tokens = read('tokens.css');
  const [light = '', dark = ''] = tokens.split('[data-mantine-color-scheme="dark"]');
  const value = (theme: string, name: string) =>
    new RegExp(`--plinth-${name}:[^;]*?(#\\w{6})(?: (\\d+)%)?`).exec(theme) ?? [];

  it.each(COLLECTION_COLORS)('%s can be read as text on every ground, in light and in dark', (color) => {
    const [, onLight = ''] = value(light, color);
    const [, onDark = ''] = value(dark, color);
    const [, soft = ''] = value(light, `${color}-soft`);
    const [, tint = '', share = ''] = value(dark, `${color}-soft`);
    const inDark = mixed(Number(share) / 100, rgb(tint), rgb('#1f1e1c'));
    const pairs = [
      ...[...GROUNDS.light, rgb(soft)].map((ground) => contrast(rgb(onLight), ground)),
      ...[...GROUNDS.dark, inDark].map((ground) => contrast(rgb(onDark), ground)),
    ];
    expect(Math.min(...pairs)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('icons of collections', () => {
  it('are all in the file they are drawn from', () => {
    const drawn = [...read('collection-icons.svg').matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id);
    expect(drawn).toEqual([...COLLECTION_ICONS]);
  });
});
