// `npm run bench`: Plinth against what the same machine does without it, in the same run.
//   --objects N (10000)   --rounds N (5)   --seconds N per read (2)   --writes N per round (300)
//   --only NAME[,NAME]    --seed N (1)     --dir DIR for the data (the system's temp)   --json
//   --growth [N,N,…]  instead: each cost at several numbers of objects (10000,100000,500000), in one collection and in
//                     collections of 1,000, and how it grows
// Absolute figures vary with the machine and the minute; the ratios are what to look at. Nothing is asserted.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeFolder } from './data.mjs';
import { measureGrowth } from './growth.mjs';
import { createKey, forkHelper, serve } from './processes.mjs';
import { records, table } from './report.mjs';
import { ROWS } from './rows.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    objects: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    writes: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    dir: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
  },
});
const number = (name) => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0.`);
  return value;
};
const options = Object.fromEntries(
  ['objects', 'rounds', 'seconds', 'writes', 'seed'].map((name) => [name, number(name)]),
);
const wanted = values.only?.split(',');
const rows = ROWS.filter(({ name }) => wanted === undefined || wanted.includes(name));
if (rows.length === 0) throw new Error(`--only takes ${ROWS.map(({ name }) => name).join(', ')}.`);

const say = (line) => process.stderr.write(`${line}\n`);

if (!existsSync(join(root, 'dist/server/cli/plinth.js'))) {
  say('Building first …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', 'server', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
}

const work = await mkdtemp(join(values.dir, 'plinth-bench-'));
if (values.growth) {
  const sizes = positionals[0]?.split(',').map(Number);
  try {
    console.log(await measureGrowth({ sizes, work, seed: options.seed, say }));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  process.exit();
}
const site = { folder: join(work, 'site'), cache: join(work, 'cache'), state: join(work, 'state') };
const client = forkHelper('./client.mjs');
let server;
let bench;

try {
  await mkdir(site.folder);
  say(`Writing ${options.objects} posts …`);
  await writeFolder(site.folder, options.objects, options.seed);
  bench = {
    options,
    work,
    site,
    client,
    key: await createKey(site),
    created: options.objects,
    changes: 0,
    /** The server of the read and write rows, started when first needed. */
    running: async () => (server ??= await serve(site)),
    stop: async () => {
      await server?.close();
      server = undefined;
    },
  };
  const all = [];
  for (const row of rows) {
    say(`${row.title} …`);
    all.push(...(await measure(row, await row.open(bench))));
    if (values.json) for (const record of all.splice(0)) console.log(JSON.stringify(record));
  }
  if (!values.json) console.log(table(all));
} finally {
  client.close();
  await bench?.peer?.close();
  await bench?.media?.close();
  await server?.close();
  await rm(work, { recursive: true, force: true });
}

/** Runs a row: one round that does not count, then the others, every contender in each. */
async function measure(row, opened) {
  const { unit, before, ours, floors, close, rounds = options.rounds } = opened;
  const own = [];
  const others = Object.fromEntries(Object.keys(floors).map((name) => [name, []]));
  try {
    await before?.();
    for (let round = 0; round <= rounds; round += 1) {
      const mine = await ours();
      if (round > 0) own.push(mine);
      for (const [name, run] of Object.entries(floors)) {
        const figure = await run();
        if (round > 0) others[name].push(figure);
      }
    }
  } finally {
    await close();
  }
  return records(row, unit, opened.note, own, others);
}
