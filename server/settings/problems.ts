/** Problems of a value for a setting, as sentences. */
import { BlockList, isIP } from 'node:net';
import type { NumberSetting, Setting, TextSetting, TextsSetting } from '../contract/settings.js';

const MAX_ITEM_LENGTH = 253;

/** The problem of a value; undefined for a valid one. */
export function problemOf(setting: Setting, value: unknown): string | undefined {
  switch (setting.type) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'choice':
      return setting.choices.some(([choice]) => choice === value)
        ? undefined
        : `must be one of ${setting.choices.map(([choice]) => choice).join(', ')}`;
    case 'number':
      return numberProblem(setting, value);
    case 'text':
      return textProblem(setting, value);
    case 'texts':
      return textsProblem(setting, value);
  }
}

function numberProblem({ minimum, maximum, fraction }: NumberSetting, value: unknown): string | undefined {
  const sound =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= minimum &&
    value <= maximum &&
    (fraction === true || Number.isInteger(value));
  return sound ? undefined : `must be a ${fraction ? '' : 'whole '}number from ${minimum} to ${maximum}`;
}

function textProblem({ format, maxLength }: TextSetting, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (value.length > maxLength) return `must have at most ${maxLength} characters`;
  if (value === '' || format === undefined) return undefined;
  const [holds, what] = FORMATS[format];
  return holds(value) ? undefined : `must be ${what}`;
}

function textsProblem({ format, maxItems: most }: TextsSetting, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of texts';
  if (value.length > most) return `must have at most ${most} entries`;
  for (const item of value) {
    if (typeof item !== 'string' || item.trim() === '' || item.length > MAX_ITEM_LENGTH) {
      return 'must be a list of texts';
    }
    if (format === undefined) continue;
    const [holds, what] = FORMATS[format];
    if (!holds(item)) return `"${item}" must be ${what}`;
  }
  return undefined;
}

const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::\d{1,5})?$/i;

const FORMATS = {
  host: [(text) => HOST.test(text), 'a host such as cms.example or cms.example:8080'],
  origin: [isOrigin, 'an origin such as https://www.example.com'],
  origins: [(text) => text === '*' || isOrigin(text), 'an origin such as https://www.example.com, or *'],
  toolPrefix: [(text) => /^[a-z][a-z0-9_]*$/.test(text), 'lower-case letters, digits and _, a letter first'],
  url: [isOrigin, 'an address such as https://cms.example.com, without a path'],
  zone: [isZone, 'a time zone such as Europe/Berlin'],
  language: [isLanguage, 'a language such as de or pt-BR'],
  address: [isAddress, 'an IP address or a range such as 10.0.0.0/8'],
} as const satisfies Readonly<Record<string, readonly [holds: (text: string) => boolean, what: string]>>;

function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text.toLowerCase();
}

function isLanguage(text: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
}

function isZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

function isAddress(text: string): boolean {
  return addToList(new BlockList(), text);
}

/** Adds an address or a range to a list; false when the text is neither. */
export function addToList(list: BlockList, text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (length === undefined) {
    list.addAddress(address, family);
    return true;
  }
  const bits = Number(length);
  if (!/^\d{1,3}$/.test(length) || bits > (version === 6 ? 128 : 32)) return false;
  list.addSubnet(address, bits, family);
  return true;
}
