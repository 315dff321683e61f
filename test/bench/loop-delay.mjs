// Loaded into a server with `--import`: writes the longest delay of its event loop, in ms, to the file named by
// PLINTH_BENCH_DELAY whenever it gets SIGUSR2, and begins anew.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

/** The monitor's own timer; what it measures is the time beyond it. */
const RESOLUTION = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
process.on('SIGUSR2', () => {
  writeFileSync(process.env.PLINTH_BENCH_DELAY, String(Math.max(0, delay.max / 1e6 - RESOLUTION)));
  delay.reset();
});
