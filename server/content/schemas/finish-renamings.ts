/** Interrupted renamings and conversions of properties, finished in the background once the folder is served. */
import { newOrigin } from '../../origins.js';
import type { Base } from '../core/base.js';
import { finishConversion, unfinishedConversions } from './convert-properties.js';
import { finishRenaming, unfinishedRenamings } from './rename-property.js';

async function finishAll(
  base: Base,
  log: (level: 'warn', message: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const { schema, ...renaming } of unfinishedRenamings(base)) {
    if (signal.aborted) return;
    try {
      const change = newOrigin({ kind: 'plinth' }, 'rename', base.now());
      await finishRenaming({ ...base, change }, schema, renaming, signal);
    } catch (error) {
      if (signal.aborted) return;
      const { from, to } = renaming;
      log('warn', `The renaming of "${from}" to "${to}" in "${schema}" could not be finished yet`, error);
    }
  }
  for (const schema of unfinishedConversions(base)) {
    if (signal.aborted) return;
    try {
      await finishConversion(base, schema, signal);
    } catch (error) {
      if (signal.aborted) return;
      log('warn', `The values of "${schema}" could not all be converted yet`, error);
    }
  }
}

/** Starts immediately; `stop` resolves when nothing is written any more. The rest is done at the next start. */
export function finishRenamings(
  base: Base,
  log: (level: 'warn', message: string, error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const finished = finishAll(base, log, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}
