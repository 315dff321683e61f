// Illustrations of the magazine.
import {
  BLUSH,
  circle,
  drawing,
  ellipse,
  GREEN,
  group,
  hill,
  house,
  INK,
  leaf,
  line,
  MOSS,
  mug,
  NIGHT,
  OCHRE,
  PAPER,
  path,
  RUST,
  randomOf,
  rect,
  repeat,
  SEA,
  SKY,
  tree,
} from './shapes.mjs';

const W = 1600;
const H = 1000;
const scene = (...parts) => drawing(W, H, ...parts);
const background = (fill) => rect(0, 0, W, H, fill);

function hedge() {
  const random = randomOf(3);
  const leaves = repeat(190, () => {
    const x = random() * W;
    const y = 330 + random() * 380 + Math.sin(x / 190) * 40;
    return leaf(
      x,
      y,
      60 + random() * 60,
      [GREEN, MOSS, '#5d7550', '#2f4638'][Math.floor(random() * 4)],
      random() * 360,
    );
  });
  const berries = repeat(26, () => circle(random() * W, 360 + random() * 320, 13, RUST));
  return scene(
    background(SKY),
    circle(1290, 190, 95, PAPER),
    hill(W, H, { y: 360, rise: 30, waves: 1.5, fill: '#8aa59a' }),
    rect(0, 400, W, 330, '#2f4638'),
    leaves,
    berries,
    path('M0 760H1600V1000H0Z', MOSS),
    path('M520 1000C640 880 720 820 760 760H860C900 830 990 900 1130 1000Z', PAPER),
    ellipse(330, 352, 46, 34, RUST),
    circle(372, 330, 24, RUST),
    path('M394 326l24 6l-24 8Z', INK),
    circle(378, 325, 4, INK),
    line('M318 384v22M340 384v22M290 348l-46 -24', INK, 6),
  );
}

function weather() {
  const cloud = (x, y, size, fill) =>
    group(
      `translate(${x} ${y}) scale(${size})`,
      circle(0, 0, 70, fill),
      circle(90, -30, 95, fill),
      circle(190, 0, 75, fill),
      rect(0, 0, 190, 75, fill, 'rx="30"'),
    );
  const rain = repeat(24, (n) =>
    line(`M${180 + n * 34} ${430 + (n % 3) * 46}l-26 70`, SEA, 7, 'opacity="0.75"'),
  );
  return scene(
    background('#d5dfd9'),
    circle(1230, 240, 130, OCHRE),
    cloud(300, 290, 1.6, PAPER),
    cloud(830, 330, 1.2, '#ffffff'),
    rain,
    hill(W, H, { y: 700, rise: 46, waves: 1.2, shift: 2, fill: MOSS }),
    hill(W, H, { y: 800, rise: 30, waves: 1.8, fill: GREEN }),
    group(
      'translate(560 640) rotate(-5)',
      rect(0, 0, 270, 330, PAPER, 'rx="10"'),
      rect(278, 0, 270, 330, '#fffaf0', 'rx="10"'),
      rect(266, -6, 16, 342, RUST),
      repeat(7, (n) => line(`M36 ${54 + n * 38}H${220 - (n % 3) * 34}`, INK, 5, 'opacity="0.5"')),
      repeat(5, (n) =>
        rect(
          318 + n * 44,
          270 - [60, 130, 90, 180, 110][n],
          26,
          [60, 130, 90, 180, 110][n],
          n === 3 ? RUST : SEA,
        ),
      ),
    ),
    group(
      'translate(1180 560) rotate(38)',
      rect(0, 0, 34, 320, OCHRE),
      path('M0 320h34l-17 60Z', PAPER),
      rect(0, -36, 34, 38, RUST),
    ),
  );
}

function bird() {
  const sketch = (x, y, turn) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      line(
        'M0 0C40 -70 150 -80 190 -10C200 50 110 90 50 60C20 46 0 30 0 0M188 -14l40 -4l-34 24M0 10l-80 34',
        INK,
        5,
        'opacity="0.35"',
      ),
    );
  return scene(
    background(PAPER),
    sketch(180, 250, -8),
    sketch(1180, 220, 12),
    sketch(220, 800, 6),
    sketch(1230, 790, -14),
    line('M-20 760C400 640 900 760 1640 600', '#6b4a33', 34),
    line('M980 684C1080 600 1120 560 1140 480', '#6b4a33', 16),
    leaf(1140, 480, 130, MOSS, -40),
    leaf(1090, 560, 120, GREEN, 20),
    leaf(420, 680, 130, MOSS, -70),
    leaf(320, 690, 100, GREEN, 10),
    path('M470 560L360 700L520 640Z', '#4a5a55'),
    ellipse(660, 500, 230, 190, '#5b6b62'),
    ellipse(740, 540, 160, 150, RUST),
    circle(810, 380, 120, '#5b6b62'),
    ellipse(846, 404, 84, 88, RUST),
    path('M920 376l74 20l-72 26Z', INK),
    circle(846, 356, 15, INK),
    circle(850, 351, 5, PAPER),
    path('M480 440C580 400 680 450 700 560C600 620 500 580 480 440Z', '#3d4a45'),
    line('M640 686v56M710 682v50', INK, 10),
  );
}

function map() {
  const roofs = [
    [260, 260],
    [420, 330],
    [980, 240],
    [1190, 330],
    [340, 720],
    [1050, 800],
    [1240, 700],
    [700, 250],
  ];
  return scene(
    background('#c9b58f'),
    group(
      'translate(110 90) rotate(-1.5)',
      rect(0, 0, 1380, 820, PAPER, 'rx="6"'),
      path(
        'M0 560C240 480 400 640 640 580C900 510 1100 660 1380 560V690C1100 780 900 640 640 700C400 760 240 610 0 690Z',
        SKY,
      ),
      line(
        'M120 120C300 200 420 160 560 330S780 420 1300 160M560 330C520 480 600 640 560 800M860 380C940 520 1000 640 1120 800',
        RUST,
        16,
        'stroke-dasharray="2 30"',
      ),
      line('M780 560L840 700', '#6b4a33', 26),
    ),
    roofs
      .map(([x, y], n) => house(x, y, 90, [BLUSH, '#fff7e8', OCHRE][n % 3], [RUST, GREEN, SEA][n % 3]))
      .join(''),
    tree(610, 470, 150, GREEN),
    tree(1330, 500, 130, MOSS),
    tree(1400, 520, 110, GREEN),
    tree(240, 520, 140, MOSS),
    path('M760 470C760 410 850 410 850 470C850 520 805 560 805 590C805 560 760 520 760 470Z', RUST),
    circle(805, 468, 20, PAPER),
    group(
      'translate(1350 800)',
      circle(0, 0, 64, 'none', `stroke="${INK}" stroke-width="5"`),
      path('M0 -54L16 0L0 54L-16 0Z', INK),
      path('M0 -54L16 0H-16Z', RUST),
    ),
  );
}

function tide() {
  const random = randomOf(11);
  const shell = (x, y, size, turn) =>
    group(
      `translate(${x} ${y}) rotate(${turn}) scale(${size})`,
      path('M0 0C-70 -20 -80 -100 0 -110C80 -100 70 -20 0 0Z', BLUSH),
      repeat(5, (n) => line(`M0 -4L${(n - 2) * 26} -92`, RUST, 4, 'opacity="0.55"')),
    );
  return scene(
    background(SEA),
    rect(0, 0, W, 240, '#c4d5d4'),
    circle(330, 180, 90, OCHRE),
    hill(W, H, { y: 250, rise: 8, waves: 3, fill: '#3f6d86' }),
    hill(W, H, { y: 380, rise: 22, waves: 2, shift: 1, fill: '#7fa8ae' }),
    hill(W, H, { y: 450, rise: 24, waves: 1.6, shift: 2, fill: PAPER }),
    hill(W, H, { y: 480, rise: 24, waves: 1.6, shift: 2.1, fill: '#d8c39a' }),
    hill(W, H, { y: 620, rise: 20, waves: 1.4, shift: 2.6, fill: '#e8d8b4' }),
    repeat(60, () =>
      ellipse(random() * W, 660 + random() * 320, 5 + random() * 12, 4 + random() * 6, '#b99f72'),
    ),
    line('M90 700C300 640 420 720 600 670S900 640 1060 700S1400 650 1560 690', '#4d5b3c', 18),
    line('M240 690l60 60M460 690l-30 70M900 670l50 60M1240 690l-40 60', '#4d5b3c', 12),
    shell(420, 880, 1.3, -20),
    shell(1010, 850, 0.9, 30),
    shell(1360, 900, 1.2, 8),
    group(
      'translate(660 720) rotate(14)',
      path('M0 0H90V150H190Q220 190 190 210H0Z', GREEN),
      rect(0, -8, 90, 26, OCHRE),
    ),
    path('M1130 330l60 -90l10 90ZM1110 340h120l-26 34h-70Z', PAPER),
  );
}

function repair() {
  const gear = (x, y, r, fill) =>
    repeat(10, (n) =>
      group(`translate(${x} ${y}) rotate(${n * 36})`, rect(-r * 0.14, -r * 1.22, r * 0.28, r * 0.4, fill)),
    ) +
    circle(x, y, r, fill) +
    circle(x, y, r * 0.4, OCHRE);
  return scene(
    background('#4a5d5a'),
    rect(0, 0, W, 620, '#6d857c'),
    path('M700 0H900L1120 620H480Z', OCHRE, 'opacity="0.35"'),
    line('M800 0V150', INK, 8),
    path('M660 260Q660 140 800 140T940 260Z', RUST),
    rect(0, 620, W, 380, '#c08a56'),
    rect(0, 620, W, 26, '#a06f41'),
    group(
      'translate(210 400)',
      rect(0, 0, 330, 240, SKY, 'rx="46"'),
      rect(50, -14, 230, 24, INK, 'rx="8"'),
      rect(70, -80, 190, 74, '#d9a66a', 'rx="30"'),
      circle(290, 170, 20, INK),
      line('M330 190C420 200 400 300 480 300', INK, 10),
    ),
    group(
      'translate(1090 380)',
      circle(120, 120, 160, PAPER),
      circle(120, 120, 160, 'none', `stroke="${INK}" stroke-width="16"`),
      line('M120 120V20M120 120L190 160', INK, 12),
      repeat(12, (n) => group(`translate(120 120) rotate(${n * 30})`, rect(-4, -140, 8, 22, INK))),
    ),
    gear(780, 740, 76, '#8c9a94'),
    gear(920, 810, 54, PAPER),
    group(
      'translate(560 800) rotate(-24)',
      rect(0, 0, 150, 40, RUST, 'rx="18"'),
      rect(150, 12, 190, 16, '#d7dcd8'),
    ),
    group(
      'translate(1130 790) rotate(16)',
      rect(0, 0, 230, 46, SEA, 'rx="20"'),
      path('M230 6h70l46 -24v82l-46 -24h-70Z', '#d7dcd8'),
    ),
    repeat(9, (n) => circle(330 + n * 22, 880 + (n % 3) * 24, 9, n % 2 ? INK : PAPER)),
  );
}

function train() {
  const random = randomOf(5);
  return scene(
    background(NIGHT),
    repeat(70, () => circle(random() * W, random() * 420, 2 + random() * 3, PAPER, 'opacity="0.8"')),
    circle(1180, 210, 110, PAPER),
    circle(1226, 180, 96, NIGHT),
    hill(W, H, { y: 440, rise: 110, waves: 1.1, shift: 1, fill: '#2c3d57' }),
    hill(W, H, { y: 520, rise: 60, waves: 1.8, fill: '#24324a' }),
    rect(0, 560, W, 160, '#34506b'),
    repeat(9, (n) => rect(1090 + (n % 3) * 30 - 40, 580 + n * 15, 160 - n * 8, 5, PAPER, 'opacity="0.6"')),
    rect(0, 900, W, 100, '#141c2a'),
    rect(0, 884, W, 18, '#6b4a33'),
    path('M-10 640H1370C1470 640 1540 740 1560 860H-10Z', GREEN),
    rect(-10, 800, 1556, 26, OCHRE),
    repeat(
      9,
      (n) =>
        rect(40 + n * 146, 680, 104, 84, n % 4 === 2 ? '#22382d' : '#f2cf7d', 'rx="14"') +
        (n % 3 === 1
          ? circle(92 + n * 146, 736, 22, INK) + path(`M${60 + n * 146} 764q32 -44 64 0Z`, INK)
          : ''),
    ),
    path('M1390 680h30q70 30 96 96h-126Z', '#f2cf7d'),
    repeat(12, (n) => circle(90 + n * 124, 872, 26, INK)),
  );
}

function bread() {
  const loaf = path(
    'M420 700C400 520 560 420 800 420S1200 520 1180 700Q1180 740 1130 740H470Q420 740 420 700Z',
    '#b9743a',
  );
  return scene(
    background('#e7d6bd'),
    rect(960, 70, 420, 360, SKY),
    rect(940, 50, 460, 20, PAPER),
    rect(1160, 70, 20, 360, PAPER),
    rect(960, 240, 420, 18, PAPER),
    rect(920, 430, 500, 26, PAPER),
    hill(W, H, { y: 420, rise: 0, waves: 1, fill: 'none' }),
    tree(1060, 430, 180, GREEN),
    tree(1290, 430, 150, MOSS),
    rect(0, 680, W, 320, '#8c5a35'),
    rect(0, 680, W, 22, '#6d4528'),
    ellipse(800, 760, 470, 44, '#6d4528'),
    rect(350, 716, 900, 54, '#d9b07c', 'rx="26"'),
    loaf,
    path('M470 640C470 540 600 470 800 470S1130 540 1130 640', 'none'),
    repeat(4, (n) => line(`M${570 + n * 130} 600q40 -90 90 -110`, PAPER, 18, 'opacity="0.9"')),
    mug(230, 690, 150, SEA),
    group(
      'translate(1290 700) rotate(-10)',
      path('M0 0C10 -120 150 -120 160 0Z', PAPER),
      rect(-10, -4, 180, 24, GREEN, 'rx="10"'),
    ),
    repeat(26, (n) =>
      circle(300 + ((n * 173) % 1000), 840 + ((n * 61) % 110), 4 + (n % 4), PAPER, 'opacity="0.7"'),
    ),
    group(
      'translate(880 880) rotate(-6)',
      rect(0, 0, 360, 34, '#d7dcd8'),
      rect(-150, -4, 160, 42, INK, 'rx="14"'),
    ),
  );
}

function valley() {
  return scene(
    background('#f0d9b0'),
    circle(480, 260, 120, RUST, 'opacity="0.85"'),
    hill(W, H, { y: 400, rise: 120, waves: 1, shift: 0.4, fill: '#9fb0a0' }),
    hill(W, H, { y: 520, rise: 80, waves: 1.4, shift: 2.4, fill: '#7d8f7b' }),
    hill(W, H, { y: 640, rise: 50, waves: 1.2, shift: 1, fill: MOSS }),
    hill(W, H, { y: 780, rise: 40, waves: 1.5, shift: 3.2, fill: GREEN }),
    line('M700 1000C760 900 980 880 960 800S700 720 800 650S980 600 940 560', PAPER, 30),
    line('M120 380C400 240 560 300 760 240S1200 330 1520 220', PAPER, 8, 'stroke-dasharray="4 22"'),
    house(1150, 690, 120, PAPER, RUST),
    house(1310, 720, 90, BLUSH, SEA),
    tree(250, 760, 240, '#2f4638'),
    tree(390, 800, 190, GREEN),
    tree(120, 820, 200, MOSS),
    tree(1480, 830, 260, '#2f4638'),
    group(
      'translate(480 860)',
      rect(0, 0, 210, 18, '#6b4a33'),
      rect(0, -48, 210, 16, '#6b4a33'),
      rect(16, -50, 12, 120, INK),
      rect(182, -50, 12, 120, INK),
    ),
    group(
      'translate(1090 900)',
      rect(0, -190, 18, 190, INK),
      path('M-20 -180h120l34 26l-34 26h-120Z', OCHRE),
    ),
  );
}

function letters() {
  const envelope = (x, y, turn, fill, stamp) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      rect(0, 0, 460, 290, fill, 'rx="8"'),
      line('M0 6L230 160L460 6', INK, 6, 'opacity="0.4"'),
      rect(366, 30, 66, 80, stamp),
      circle(399, 66, 20, PAPER),
      line('M60 210h180M60 240h120', INK, 7, 'opacity="0.5"'),
    );
  return scene(
    background(GREEN),
    rect(0, 640, W, 360, '#8c5a35'),
    envelope(200, 300, -12, PAPER, RUST),
    envelope(840, 230, 9, BLUSH, SEA),
    envelope(500, 470, 3, '#fffaf0', OCHRE),
    mug(1230, 880, 170, RUST),
    leaf(180, 920, 160, MOSS, -10),
    leaf(250, 930, 130, OCHRE, 40),
  );
}

/** A head and shoulders. `hair` draws what lies over the head. */
function portrait(back, coat, skin, hair) {
  return drawing(
    640,
    640,
    rect(0, 0, 640, 640, back),
    circle(500, 150, 90, PAPER, 'opacity="0.25"'),
    path('M90 640C100 500 210 450 320 450S540 500 550 640Z', coat),
    rect(270, 380, 100, 110, skin),
    path('M270 450q50 56 100 0v20q-50 50 -100 0Z', INK, 'opacity="0.15"'),
    hair.behind ?? '',
    ellipse(320, 290, 118, 142, skin),
    hair.front,
    circle(278, 300, 9, INK),
    circle(362, 300, 9, INK),
    line('M285 362q35 26 70 0', INK, 7),
    hair.more ?? '',
  );
}

const people = {
  'maren-oyelaran': () =>
    portrait(OCHRE, GREEN, '#7a4a32', {
      behind: circle(320, 240, 178, '#231a16'),
      front: path(
        'M202 290C200 170 260 140 320 140S440 170 438 290C410 220 370 200 320 200S230 220 202 290Z',
        '#231a16',
      ),
    }),
  'ines-calloway': () =>
    portrait(SKY, RUST, '#e2b394', {
      behind: path('M180 480C150 240 210 120 320 120S490 240 460 480Z', '#8a4b2f'),
      front: path(
        'M202 300C205 190 250 150 350 150C420 160 440 220 438 300C400 260 330 240 300 190C280 240 230 260 202 300Z',
        '#8a4b2f',
      ),
    }),
  'kenji-sutherland': () =>
    portrait(SEA, '#d8c9a8', '#d9a982', {
      front:
        path('M196 250C196 150 250 120 320 120S444 150 444 250Z', INK) +
        rect(180, 236, 280, 34, RUST, 'rx="17"'),
      more: line('M244 300h68M328 300h68M312 300h16', INK, 7),
    }),
  'tom-ashdown': () =>
    portrait(MOSS, '#6b4f7d', '#eec6a6', {
      front: path(
        'M200 270C190 160 250 130 330 136C420 140 446 200 438 270C420 240 410 220 400 206C340 230 250 220 200 270Z',
        '#c08a3e',
      ),
      more:
        path('M212 340C220 470 420 470 428 340C410 400 370 392 320 392S230 400 212 340Z', '#c08a3e') +
        line('M290 372q30 16 60 0', INK, 6),
    }),
};

export const magazine = {
  'blog/the-hedge-at-the-end-of-the-lane/image/hedge': hedge,
  'blog/keeping-a-weather-diary/image/weather-diary': weather,
  'blog/how-to-draw-a-bird-that-will-not-sit-still/image/robin': bird,
  'blog/a-map-made-on-foot/image/map': map,
  'blog/what-the-tide-leaves/image/strandline': tide,
  'blog/the-repair-table/image/repair-table': repair,
  'blog/notes-from-a-night-train/image/night-train': train,
  'blog/bread-for-a-cold-kitchen/image/loaf': bread,
  'blog/in-praise-of-the-second-best-path/image/valley': valley,
  'blog/letters-to-the-editor-winter/image/letters': letters,
  ...Object.fromEntries(Object.entries(people).map(([id, draw]) => [`authors/${id}/portrait/${id}`, draw])),
};
