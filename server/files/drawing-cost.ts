/** What an SVG would cost to draw, counted before any of it is drawn: a few copied copies can take minutes. */
import { Parser } from 'htmlparser2';

/** A drawing of this weight takes some two seconds. */
const MAX_WEIGHT = 100_000;
const MAX_LEVELS = 1000;
const MEGAPIXEL = 1_000_000;

/** Weights beside 1 for each element. Those of whole areas count once for each megapixel of the drawing. */
const COPY = 10;
const IMAGE = 1000;
const LAYER = 20;
const FILTER_STEP = 100;

type Attributes = Readonly<Record<string, string>>;

interface Part {
  weight: number;
  children: Part[];
  /** Ids of what is drawn with it, and how often. */
  drawn: { id: string; times: number }[];
}

const numberIn = (text: string | undefined, fallback: number): number => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? Math.abs(value) : fallback;
};

/** Megapixels of the drawing at its own size, at least one. */
function areaOf({ width, height, viewBox = '' }: Attributes): number {
  const [, , boxWidth, boxHeight] = viewBox.trim().split(/[\s,]+/);
  const side = (text: string | undefined, box: string | undefined) =>
    numberIn(text === undefined || text.includes('%') ? box : text, 100);
  return Math.max(1, (side(width, boxWidth) * side(height, boxHeight)) / MEGAPIXEL);
}

/** How often a step of a filter goes over its area. */
function passesOf(name: string, attributes: Attributes): number {
  if (name === 'feTurbulence') return numberIn(attributes.numOctaves, 1);
  if (name === 'feGaussianBlur' || name === 'feDropShadow') {
    return 1 + numberIn(attributes.stdDeviation, 0) / 50;
  }
  if (name === 'feMorphology') return 1 + numberIn(attributes.radius, 0);
  return name === 'feConvolveMatrix' ? numberIn(attributes.order, 3) ** 2 / 9 : 1;
}

function weightOf(name: string, attributes: Attributes, area: number): number {
  if (name === 'use') return COPY;
  if (name === 'image' || name === 'feImage') return IMAGE;
  if (/^fe[A-Z]/.test(name)) return FILTER_STEP * passesOf(name, attributes) * area;
  const layered = ['opacity', 'mask', 'clip-path', 'filter'].some((key) => attributes[key] !== undefined);
  return (
    1 + (layered || /opacity|mask|clip-path|filter|blend/.test(attributes.style ?? '') ? LAYER * area : 0)
  );
}

const REFERENCE = /url\(\s*["']?#([^"')\s]+)/g;

/** What is drawn together with an element: copies, and what its attributes refer to; markers at each of its points. */
function drawnWith(name: string, attributes: Attributes): Part['drawn'] {
  const points = () => (attributes.d ?? attributes.points ?? '').split(/[\s,a-z-]+/i).length / 2;
  const drawn: Part['drawn'] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'href' || key === 'xlink:href') {
      if (name !== 'a' && value.startsWith('#')) drawn.push({ id: value.slice(1), times: 1 });
      continue;
    }
    const times = key.startsWith('marker') || (key === 'style' && value.includes('marker')) ? points() : 1;
    for (const [, id = ''] of value.matchAll(REFERENCE)) drawn.push({ id, times });
  }
  return drawn;
}

/** The parts of a drawing by their ids, and all of it. Throws for one that nests too deeply. */
function partsOf(drawing: string): { whole: Part; byId: Map<string, Part> } {
  const whole: Part = { weight: 0, children: [], drawn: [] };
  const byId = new Map<string, Part>();
  const open = [whole];
  let area = 1;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const local = name.slice(name.indexOf(':') + 1);
        if (open.length === 1) area = areaOf(attributes);
        if (open.length > MAX_LEVELS) throw new RangeError('too deep');
        const drawn = drawnWith(local, attributes);
        const part: Part = { weight: weightOf(local, attributes, area), children: [], drawn };
        open.at(-1)?.children.push(part);
        open.push(part);
        if (attributes.id !== undefined && !byId.has(attributes.id)) byId.set(attributes.id, part);
      },
      onclosetag() {
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(drawing);
  return { whole, byId };
}

/**
 * The weight of a part with everything it draws, counted as often as it is drawn. Recursive references are never
 * drawn.
 */
function totalOf({ whole, byId }: ReturnType<typeof partsOf>): number {
  const known = new Map<Part, number>();
  const total = (part: Part): number => {
    const before = known.get(part);
    if (before !== undefined) return before;
    known.set(part, 0);
    let sum = part.weight;
    for (const child of part.children) sum += total(child);
    for (const { id, times } of part.drawn) {
      const other = byId.get(id);
      if (other) sum += times * total(other);
    }
    known.set(part, sum);
    return sum;
  };
  return total(whole);
}

/** Entities that hold markup or other entities; drawing programs only define addresses. */
const NESTED_ENTITY = /<!ENTITY\s+(?:%\s+)?[^\s"'<>]+\s+(?:"[^"<&]*[<&]|'[^'<&]*[<&])/i;

/** Why a drawing must not be drawn, as a sentence without a subject; undefined when it may. */
export function drawingProblem(drawing: string): string | undefined {
  if (NESTED_ENTITY.test(drawing)) return 'must not define entities that hold markup or other entities';
  const costly = 'must have fewer elements, copies and filters; it would take too long to draw';
  try {
    return totalOf(partsOf(drawing)) > MAX_WEIGHT ? costly : undefined;
  } catch (error) {
    // Nested, or referring to each other, deeper than can be followed.
    if (error instanceof RangeError) return costly;
    throw error;
  }
}
