// Project images and portraits of the portfolio: one motif a project, on different objects.
import { circle, drawing, ellipse, group, INK, line, PAPER, path, rect, repeat } from './shapes.mjs';

const W = 1600;
const H = 1200;

/** Each motif fills a square of 100 around its center. */
const MOTIFS = {
  'northquay-museum': (a, b) =>
    path('M-44 20H44L26 44H-26Z', a) + path('M-2 -44V14H-36Z', b) + path('M4 -30V14H32Z', a),
  'orchard-press-library': (a, b) =>
    repeat(5, (n) => rect(-45 + n * 18, -44 + (n % 3) * 8, 15, 88 - (n % 3) * 8, n % 2 ? a : b)),
  'vale-line': (a, b) =>
    line('M-44 34C-20 34 -20 -10 0 -10S20 -36 44 -36', a, 10) +
    [
      [-44, 34],
      [-14, 8],
      [10, -14],
      [44, -36],
    ]
      .map(([x, y]) => circle(x, y, 8, b) + circle(x, y, 3, PAPER))
      .join(''),
  'saltmarsh-tea': (a, b) =>
    path('M0 44C-50 20 -40 -30 0 -46C40 -30 50 20 0 44Z', a) + line('M0 40V-20M0 14L-18 -4M0 14L18 -4', b, 5),
  'brightwell-surgery': (a, b) =>
    rect(-44, -30, 88, 60, a, 'rx="4"') + line('M-44 -28L0 8L44 -28', b, 6) + circle(32, 26, 13, b),
  'loft-sans': (a, b) =>
    line('M-34 -42V26Q-34 40 -18 38', a, 13) +
    circle(22, 4, 30, 'none', `stroke="${a}" stroke-width="13"`) +
    line('M4 30L40 -22', b, 8),
};

const COLORS = {
  'northquay-museum': ['#1d6a9c', '#e4572e', '#cfe0e6'],
  'orchard-press-library': ['#7a2f3d', '#d9a441', '#ead9c4'],
  'vale-line': ['#3f5b4a', '#e4572e', '#d5dfc8'],
  'saltmarsh-tea': ['#4f772d', '#f0c75e', '#dbe4c9'],
  'brightwell-surgery': ['#5f4b8b', '#f2b84b', '#ded8ea'],
  'loft-sans': ['#22261f', '#e4572e', '#e3ddd0'],
};

const at = (x, y, size, mark, turn = 0) => group(`translate(${x} ${y}) rotate(${turn}) scale(${size})`, mark);
const shadow = (x, y, w, h) => rect(x + 18, y + 24, w, h, INK, 'opacity="0.14"');
const rows = (x, y, count, width, fill) =>
  repeat(count, (n) => rect(x, y + n * 30, width * (n % 3 === 2 ? 0.6 : 1), 10, fill, 'opacity="0.65"'));

const cover = (mark, [main, second, soft]) => [
  rect(0, 0, W, H, main),
  circle(1250, 300, 520, second, 'opacity="0.16"'),
  circle(260, 1100, 420, soft, 'opacity="0.18"'),
  at(800, 600, 7.4, mark(soft, second)),
];
const poster = (mark, [main, second, soft]) => [
  rect(0, 0, W, H, soft),
  rect(0, 960, W, 240, '#b9ab95'),
  shadow(500, 110, 600, 820),
  rect(500, 110, 600, 820, main),
  at(800, 430, 4.4, mark(PAPER, second)),
  rows(570, 740, 5, 300, PAPER),
  circle(1010, 800, 44, second),
  rect(180, 620, 200, 20, INK),
  rect(200, 640, 16, 320, INK),
  rect(344, 640, 16, 320, INK),
];
const cards = (mark, [main, second, soft]) => [
  rect(0, 0, W, H, '#d9cfbd'),
  ...[
    [180, 170, -7, main],
    [760, 130, 5, PAPER],
    [300, 650, 4, PAPER],
    [900, 620, -6, second],
  ].map(([x, y, turn, fill], n) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      shadow(0, 0, 520, 330),
      rect(0, 0, 520, 330, fill),
      n % 3 === 0
        ? at(260, 165, 2.2, mark(soft, n === 0 ? second : main))
        : at(90, 90, 0.9, mark(main, second)) + rows(60, 200, 3, 260, INK),
    ),
  ),
];
const screen = (mark, [main, second, soft]) => [
  rect(0, 0, W, H, main),
  rect(230, 170, 1140, 740, INK, 'rx="30"'),
  rect(260, 200, 1080, 680, PAPER),
  rect(260, 200, 1080, 360, soft),
  at(1100, 380, 2.6, mark(main, second)),
  rect(320, 300, 460, 44, INK),
  rect(320, 370, 330, 44, INK),
  rect(320, 450, 170, 54, second, 'rx="27"'),
  repeat(
    3,
    (n) =>
      rect(320 + n * 330, 620, 290, 130, [main, soft, second][n]) + rows(320 + n * 330, 775, 2, 250, INK),
  ),
  path('M120 910H1480L1440 970H160Z', '#c9c4ba'),
];
const pattern = (mark, [main, second, soft]) => [
  rect(0, 0, W, H, soft),
  repeat(48, (n) =>
    at(
      100 + (n % 8) * 200,
      100 + Math.floor(n / 8) * 200,
      1.3,
      n % 2 ? mark(main, second) : mark(second, main),
      (n * 45) % 180,
    ),
  ),
];

const VIEWS = { cover, poster, cards, screen, pattern };
const GALLERY = ['poster', 'cards', 'screen', 'pattern'];

const view = (id, name) => () => drawing(W, H, ...VIEWS[name](MOTIFS[id], COLORS[id]));

function portrait(back, coat, skin, hair, style) {
  return drawing(
    720,
    900,
    rect(0, 0, 720, 900, back),
    circle(560, 200, 240, PAPER, 'opacity="0.18"'),
    path('M60 900C80 700 230 640 360 640S640 700 660 900Z', coat),
    rect(300, 540, 120, 140, skin),
    style === 'long' ? path('M190 680C150 330 230 190 360 190S570 330 530 680Z', hair) : '',
    style === 'scarf' ? ellipse(360, 420, 196, 240, hair) : '',
    ellipse(360, 420, 142, 172, skin),
    style === 'short'
      ? path(
          'M214 400C204 250 280 210 370 214C480 218 520 290 506 400C470 340 450 320 430 306C360 330 270 320 214 400Z',
          hair,
        )
      : path(
          'M218 420C220 270 290 230 360 230S500 270 502 420C470 330 420 300 360 300S250 330 218 420Z',
          hair,
        ),
    circle(308, 430, 11, INK),
    circle(412, 430, 11, INK),
    line('M316 506q44 32 88 0', INK, 8),
  );
}

export const portfolio = {
  ...Object.fromEntries(
    Object.keys(MOTIFS).flatMap((id) => [
      [`projects/${id}/cover/${id}`, view(id, 'cover')],
      ...GALLERY.map((name) => [`projects/${id}/gallery/${name}`, view(id, name)]),
    ]),
  ),
  'team/ada-halden/portrait/ada-halden': () => portrait('#d9a441', '#22261f', '#eec6a6', '#d8d2c4', 'long'),
  'team/marcus-rowe/portrait/marcus-rowe': () =>
    portrait('#2f5673', '#e4572e', '#8a5a3c', '#231a16', 'short'),
  'team/yusra-hakimi/portrait/yusra-hakimi': () =>
    portrait('#e3b7a0', '#3f5b4a', '#c98f68', '#5f4b8b', 'scarf'),
  'team/joel-marchetti/portrait/joel-marchetti': () =>
    portrait('#7d8f5b', '#f3ead7', '#e2b394', '#4a2f22', 'short'),
  'team/bea-quinn/portrait/bea-quinn': () => portrait('#a9c4c9', '#7a2f3d', '#f0cdb2', '#b4532f', 'long'),
};
