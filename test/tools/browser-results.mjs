/**
 * A reporter of Playwright that writes what became of every file, to the path in PLINTH_FILE_RESULTS, in the form of
 * `file-results.mjs`.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';

export default class BrowserResults {
  #errors = 0;

  onBegin(config, suite) {
    this.root = config.rootDir;
    this.suite = suite;
  }

  /** An error of no test, as of a file that does not load. */
  onError() {
    this.#errors += 1;
  }

  onEnd() {
    /** @type {Map<string, import('./file-results.mjs').FileResult>} */
    const files = new Map();
    for (const test of this.suite?.allTests() ?? []) {
      const file = relative(this.root, test.location.file).replaceAll('\\', '/');
      const result = files.get(file) ?? { file, tests: [], errors: 0, ended: true };
      files.set(file, result);
      const state = stateOf(test);
      // The first three titles are of the root, the project and the file.
      const name = test.titlePath().slice(3).join(' › ');
      result.tests.push({ name, state, ...(state === 'failed' && { error: errorOf(test) }) });
      if (state === 'pending') result.ended = false;
    }
    const results = { files: [...files.values()], errors: this.#errors };
    writeFileSync(process.env.PLINTH_FILE_RESULTS, JSON.stringify(results));
  }

  printsToStdio() {
    return false;
  }
}

function stateOf(test) {
  const outcome = test.outcome();
  if (outcome === 'unexpected') return 'failed';
  if (outcome !== 'skipped') return 'passed';
  // A test that no worker reached has the outcome "skipped" as well.
  return test.expectedStatus === 'skipped' ? 'skipped' : 'pending';
}

function errorOf(test) {
  const { status, error } = test.results.at(-1) ?? {};
  return stripVTControlCharacters(error?.message ?? status ?? 'no result');
}
