// Shapes shared by all drawings: flat paper-cut forms in one palette.

export const INK = '#22261f';
export const PAPER = '#f3ead7';
export const GREEN = '#3f5b4a';
export const MOSS = '#7d8f5b';
export const RUST = '#b4532f';
export const OCHRE = '#d9a441';
export const SEA = '#2f5673';
export const SKY = '#a9c4c9';
export const BLUSH = '#e3b7a0';
export const NIGHT = '#1f2b3f';

/** Numbers between 0 and 1 that are the same for the same seed. */
export function randomOf(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

const round = (value) => Math.round(value * 10) / 10;

export const rect = (x, y, width, height, fill, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`;
export const circle = (x, y, radius, fill, more = '') =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;
export const ellipse = (x, y, rx, ry, fill, more = '') =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`;
export const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (d, stroke, width, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const group = (transform, ...parts) => `<g transform="${transform}">${parts.join('')}</g>`;
export const repeat = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join('');

/** A layer of land from a wavy edge down to the lower border. */
export function hill(width, height, { y, rise, waves, shift = 0, fill }) {
  const edge = repeat(81, (step) => {
    const x = (width * step) / 80;
    const at = (step / 80) * Math.PI * 2 * waves + shift;
    return `L${round(x)} ${round(y - Math.sin(at) * rise - Math.sin(at * 2.3 + 1) * rise * 0.35)}`;
  });
  return path(`M0 ${height}${edge}L${width} ${height}Z`, fill);
}

/** A leaf that points to the upper right. */
export const leaf = (x, y, size, fill, turn = 0) =>
  group(
    `translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(size / 10) / 10})`,
    path('M0 0C0 -50 30 -90 90 -100C90 -50 60 -5 0 0Z', fill),
    line('M0 0L62 -70', PAPER, 3, 'opacity="0.5"'),
  );

export const tree = (x, y, size, fill) =>
  rect(x - size * 0.04, y - size * 0.5, size * 0.08, size * 0.5, INK) +
  ellipse(x, y - size * 0.75, size * 0.3, size * 0.42, fill);

export const house = (x, y, size, wall, roof) =>
  rect(x, y - size * 0.6, size, size * 0.6, wall) +
  path(
    `M${x - size * 0.1} ${y - size * 0.58}L${x + size / 2} ${y - size * 1.1}L${x + size * 1.1} ${y - size * 0.58}Z`,
    roof,
  ) +
  rect(x + size * 0.42, y - size * 0.32, size * 0.18, size * 0.32, INK) +
  rect(x + size * 0.12, y - size * 0.44, size * 0.18, size * 0.16, PAPER);

/** A mug with steam. */
export const mug = (x, y, size, fill) =>
  line(
    `M${x + size * 0.75} ${y - size * 0.7}q${size * 0.45} ${size * 0.05} ${size * 0.25} ${size * 0.4}q-${size * 0.1} ${size * 0.12} -${size * 0.3} ${size * 0.05}`,
    fill,
    size * 0.1,
  ) +
  path(`M${x} ${y - size * 0.9}H${x + size * 0.8}L${x + size * 0.72} ${y}H${x + size * 0.08}Z`, fill) +
  line(
    `M${x + size * 0.3} ${y - size * 1.1}q-${size * 0.12} -${size * 0.15} 0 -${size * 0.3}t0 -${size * 0.3}M${x + size * 0.5} ${y - size * 1.1}q-${size * 0.12} -${size * 0.15} 0 -${size * 0.3}t0 -${size * 0.3}`,
    PAPER,
    6,
    'opacity="0.7"',
  );

export const drawing = (width, height, ...parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
