/** `color`: stored as hex and OKLCH side by side (spec/field-kinds.md#property-types). */
import { message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { onDemand } from '../../on-demand.js';
import type { PropertyKind } from '../kind.js';

const culori = onDemand<typeof import('culori')>('culori');
const rounded = (value: number | undefined) => Math.round((value ?? 0) * 1000) / 1000;

const HEX_PATTERN = '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$';
const HEX = new RegExp(HEX_PATTERN);

/** Both forms of a colour written in CSS: hex, rgb(), hsl(), oklch() or a name; undefined when it is none. */
function readColor(css: string): JsonObject | undefined {
  if (css.length > 100) return undefined;
  const { converter, formatHex, parse, toGamut } = culori();
  const color = parse(css.trim());
  if (!color) return undefined;
  const oklch = converter('oklch')(color);
  return {
    // Colours a screen cannot show are brought to the nearest it can; transparency is not kept.
    hex: formatHex(toGamut('rgb', 'oklch')(color)),
    oklch: { l: rounded(oklch.l * 100), c: rounded(oklch.c), h: rounded(oklch.h) },
  };
}

/** The missing half of a value that carries only one. */
function complete(value: JsonObject): JsonValue {
  if (isJsonObject(value.oklch)) {
    const { l, c, h } = value.oklch;
    if (typeof l !== 'number' || typeof c !== 'number') return value;
    const oklch = { l, c, h: typeof h === 'number' ? h : 0 };
    const hex = value.hex ?? readColor(`oklch(${l}% ${c} ${oklch.h})`)?.hex;
    return hex === undefined ? value : { hex, oklch };
  }
  return typeof value.hex === 'string' && value.oklch === undefined ? (readColor(value.hex) ?? value) : value;
}

const OKLCH = {
  type: 'object',
  required: ['l', 'c', 'h'],
  properties: {
    l: { type: 'number', minimum: 0, maximum: 100 },
    c: { type: 'number', minimum: 0 },
    h: { type: 'number', minimum: 0, maximum: 360 },
  },
};

export const colorKind: PropertyKind = {
  type: 'color',
  ofTypes: ['color'],
  blank: { hex: '#000000', oklch: { l: 0, c: 0, h: 0 } },
  valueType: () => 'ColorValue',
  schema: () => ({
    type: 'object',
    required: ['hex', 'oklch'],
    properties: {
      hex: { type: 'string' },
      oklch: OKLCH,
    },
  }),
  described: { properties: { hex: { type: 'string', pattern: HEX_PATTERN }, oklch: OKLCH } },
  normalise(value) {
    if (value === '') return null;
    if (typeof value === 'string') return readColor(value) ?? value;
    return isJsonObject(value) ? complete(value) : value;
  },
  check: (value) =>
    isJsonObject(value) && typeof value.hex === 'string' && !HEX.test(value.hex)
      ? [message('notColor', { sample: '#1d6a9c' })]
      : [],
  merge(current, patch) {
    if (!isJsonObject(patch) || !isJsonObject(current)) return patch;
    // One new half makes the other one wrong: it is worked out again.
    if (patch.hex !== undefined && patch.oklch === undefined) return { hex: patch.hex };
    if (!isJsonObject(patch.oklch)) return { ...current, ...patch };
    const before = isJsonObject(current.oklch) ? current.oklch : {};
    return { ...(patch.hex === undefined ? {} : { hex: patch.hex }), oklch: { ...before, ...patch.oklch } };
  },
  // As CSS writes it.
  cell(value) {
    if (!isJsonObject(value) || !isJsonObject(value.oklch)) return value;
    const { l, c, h } = value.oklch;
    return `oklch(${l}% ${c} ${h})`;
  },
  text: (value) => (isJsonObject(value) && typeof value.hex === 'string' ? value.hex : ''),
  wholeText: (value) => (isJsonObject(value) && typeof value.hex === 'string' ? value.hex : undefined),
  readText: (text) => readColor(text.trim()),
};
