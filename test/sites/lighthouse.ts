/** Scores of pages by Lighthouse, which is installed into the caches as the generators are. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../tools/chromium.mjs';
import { ROOT } from './generators.js';
import { installed } from './install.js';
import { serveStatic } from './static-server.js';

const LEAST = 95;
/** How often a page is measured: on a busy machine a run measures the machine. The best one counts. */
const RUNS = 3;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { id: string; score: number | null; scoreDisplayMode: string }>;
}

interface Scores {
  points: Record<string, number>;
  /** Names of the audits that failed. */
  failed: string[];
}

function scoresOf(report: string): Scores {
  const { categories, audits }: Report = JSON.parse(report);
  const points = Object.entries(categories).map(([name, { score }]) => [
    name,
    Math.round((score ?? 0) * 100),
  ]);
  const failed = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
  );
  return { points: Object.fromEntries(points), failed: failed.map(({ id }) => id) };
}

const least = ({ points }: Scores): number => Math.min(...Object.values(points));

/** Pages of the built site in `folder` that have less than 95 of 100 points in a category, and why. */
export async function lowScores(
  folder: string,
  paths: readonly string[],
): Promise<string[] | { skipped: string }> {
  const found = await installed(join(ROOT, 'test/sites/lighthouse'));
  if ('missing' in found) return { skipped: found.missing };
  const { executablePath, args, env } = await findChromium();
  const script = join(found.folder, 'node_modules/lighthouse/cli/index.js');
  const site = await serveStatic(folder);
  const measure = async (path: string): Promise<Scores> => {
    const flags = `--chrome-flags=${['--headless=new', ...args].join(' ')}`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, site.url + path, '--output=json', '--quiet', flags],
      { env: { ...process.env, ...env, CHROME_PATH: executablePath }, maxBuffer: 64 * 1024 * 1024 },
    );
    return scoresOf(stdout);
  };
  const low: string[] = [];
  try {
    for (const path of paths) {
      let best = await measure(path);
      for (let run = 1; run < RUNS && least(best) < LEAST; run += 1) {
        const next = await measure(path);
        if (least(next) > least(best)) best = next;
      }
      const shown = Object.entries(best.points).map(([name, score]) => `${name} ${score}`);
      process.stderr.write(`Lighthouse ${path}: ${shown.join(', ')}\n`);
      if (least(best) < LEAST)
        low.push(`${path} has ${shown.join(', ')} points of 100: ${best.failed.join(', ')}`);
    }
  } finally {
    await site.close();
  }
  return low;
}
