/** Programs that run the store in a process of their own, to be killed or to meet faults. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';

/** Bundles a program beside this file from the sources before the tests of a file; the answer gives its path. */
export function bundled(program: string): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'plinth-child-')));
    await build({
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: {
        ssr: fileURLToPath(new URL(program, import.meta.url)),
        outDir: folder,
        target: 'node20',
        rollupOptions: { output: { entryFileNames: 'child.mjs' } },
      },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => join(folder, 'child.mjs');
}

/** Starts a program with its settings as one JSON argument. */
export function start(program: string, settings: object, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // The shim counts calls of the C library, which io_uring goes past.
    env: { ...process.env, UV_USE_IO_URING: '0', ...env },
  });
}

/** Resolves with everything a program wrote when it has ended, and how it ended. */
export async function ended(child: ChildProcess): Promise<{ output: string; signal: string | null }> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_code, signal) => resolve({ output, signal }));
  });
}
