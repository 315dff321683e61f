// Figures of the documentation.
import {
  BLUSH,
  circle,
  drawing,
  GREEN,
  group,
  INK,
  line,
  MOSS,
  OCHRE,
  PAPER,
  path,
  RUST,
  rect,
  repeat,
  SEA,
  SKY,
} from './shapes.mjs';

const W = 1280;
const H = 640;
const FONT = 'font-family="DejaVu Sans, sans-serif"';
const words = (x, y, text, size = 30, fill = INK, anchor = 'middle') =>
  `<text x="${x}" y="${y}" fill="${fill}" font-size="${size}" ${FONT} text-anchor="${anchor}">${text}</text>`;
const scene = (...parts) => drawing(W, H, rect(0, 0, W, H, PAPER), ...parts);
const arrow = (x, y, length) =>
  line(`M${x} ${y}h${length - 8}`, INK, 6) + path(`M${x + length} ${y}l-22 -14v28Z`, INK);
const kestrel = (x, y, size) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    path(
      'M0 0C-60 -50 -150 -50 -210 0C-150 -20 -90 0 -40 40L-60 130L0 90L60 130L40 40C90 0 150 -20 210 0C150 -50 60 -50 0 0Z',
      RUST,
    ),
    circle(0, 4, 30, '#8c3d20'),
    path('M-8 24h16l-8 18Z', OCHRE),
  );

const concepts = () =>
  scene(
    ['Check', 'Run', 'State', 'Incident']
      .map((name, n) =>
        group(
          `translate(${60 + n * 305} 210)`,
          rect(0, 0, 230, 220, [SKY, OCHRE, MOSS, BLUSH][n], 'rx="22"'),
          words(115, 190, name, 32),
        ),
      )
      .join(''),
    repeat(3, (n) => arrow(296 + n * 305, 320, 62)),
    group(
      'translate(175 300)',
      line('M-26 -10a28 28 0 1 1 40 26c-14 8 -14 14 -14 26', INK, 12),
      circle(0, 64, 8, INK),
    ),
    repeat(5, (n) =>
      rect(402 + n * 36, 340 - [40, 62, 48, 90, 54][n], 22, [40, 62, 48, 90, 54][n], n === 3 ? RUST : GREEN),
    ),
    group('translate(785 300)', circle(-56, 0, 24, GREEN), circle(0, 0, 24, OCHRE), circle(56, 0, 24, RUST)),
    group(
      'translate(1090 290)',
      path('M0 -50L62 50H-62Z', RUST),
      rect(-6, -16, 12, 36, PAPER),
      circle(0, 34, 7, PAPER),
    ),
    kestrel(640, 90, 0.55),
  );

const alerts = () =>
  scene(
    ...[
      ['Mail', SKY],
      ['Chat', MOSS],
      ['On-call', BLUSH],
    ].map(([name, fill], n) =>
      group(
        `translate(820 ${50 + n * 190})`,
        rect(0, 0, 380, 150, fill, 'rx="20"'),
        words(230, 88, name, 32),
      ),
    ),
    group('translate(910 125)', rect(-50, -34, 100, 68, PAPER), line('M-50 -34L0 8L50 -34', INK, 6)),
    group('translate(910 315)', rect(-50, -40, 100, 60, PAPER, 'rx="16"'), path('M-30 16v30l34 -30Z', PAPER)),
    group(
      'translate(910 505)',
      path('M-40 20q0 -64 40 -64t40 64Z', RUST),
      rect(-52, 18, 104, 14, INK),
      circle(0, 42, 10, INK),
    ),
    kestrel(240, 300, 0.9),
    words(240, 470, 'An incident begins', 28),
    repeat(
      3,
      (n) =>
        line(`M440 310C600 310 600 ${125 + n * 190} 800 ${125 + n * 190}`, INK, 6) +
        path(`M812 ${125 + n * 190}l-22 -14v28Z`, INK),
    ),
  );

const status = () =>
  scene(
    rect(190, 60, 900, 520, '#ffffff', 'rx="18"'),
    rect(190, 60, 900, 60, GREEN, 'rx="18"'),
    rect(190, 96, 900, 24, GREEN),
    circle(226, 90, 10, PAPER),
    circle(256, 90, 10, PAPER),
    circle(286, 90, 10, PAPER),
    ...['Website', 'Shop', 'Mail'].map(
      (name, row) =>
        words(240, 198 + row * 130, name, 28, INK, 'start') +
        repeat(60, (n) =>
          rect(
            240 + n * 13.4,
            216 + row * 130,
            9,
            54,
            (n * 7 + row * 11) % 53 === 0 ? RUST : (n + row) % 31 === 7 ? OCHRE : MOSS,
          ),
        ),
    ),
  );

const regions = () =>
  scene(
    path('M60 330C120 150 330 90 470 170S640 430 470 520S20 500 60 330Z', MOSS),
    path('M740 200C880 60 1180 110 1220 290S1060 560 900 500S640 330 740 200Z', MOSS),
    line('M300 330C520 120 760 120 960 300', INK, 6, 'stroke-dasharray="14 14"'),
    line('M960 330C760 560 520 540 300 360', INK, 6, 'stroke-dasharray="14 14"'),
    kestrel(290, 330, 0.6),
    kestrel(970, 310, 0.6),
    words(290, 450, 'the first', 28),
    words(970, 450, 'the second', 28),
  );

const restore = () =>
  scene(
    group(
      'translate(180 190)',
      path('M0 0h110l30 40h180v220H0Z', OCHRE),
      rect(0, 60, 320, 200, '#e6b95d', 'rx="8"'),
      words(160, 176, 'data', 34),
    ),
    arrow(540, 350, 190),
    group(
      'translate(780 160)',
      rect(0, 0, 320, 300, SEA, 'rx="20"'),
      rect(24, 24, 272, 170, PAPER, 'rx="10"'),
      line('M90 110l50 50l100 -90', GREEN, 18),
      rect(110, 300, 100, 50, INK),
      rect(60, 346, 200, 20, INK, 'rx="10"'),
    ),
    words(640, 320, 'copy', 28),
  );

export const documentation = {
  'manual/concepts/figure/check-run-state-incident': concepts,
  'manual/alerts/figure/channels': alerts,
  'manual/status-page/figure/status-page': status,
  'manual/watching-the-watcher/figure/two-kestrels': regions,
  'manual/backup/figure/restore': restore,
};
