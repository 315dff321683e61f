/**
 * A reporter of Vitest that writes what became of every file, to the path in PLINTH_FILE_RESULTS. Vitest's own JSON
 * report leaves out the files that a process which ended early had not begun.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';

/** `error`: the message of a failed test. */
/** @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped' | 'pending', error?: string }} TestResult */
/** `errors`: those outside of tests, as of a file that does not load or a promise that is rejected later. */
/** @typedef {{ file: string, tests: TestResult[], errors: number, ended: boolean }} FileResult */
/** `errors`: those of no file. */
/** @typedef {{ files: FileResult[], errors: number }} RunResult */

export default class FileResults {
  #planned = [];

  onInit(vitest) {
    this.root = vitest.config.root;
  }

  onTestRunStart(specifications) {
    this.#planned = specifications.map(({ moduleId }) => moduleId);
  }

  onTestRunEnd(modules, unhandled) {
    const known = new Map(modules.map((module) => [module.moduleId, module]));
    const ofFile = (id) => unhandled.filter((error) => error.VITEST_TEST_PATH === id).length;
    const files = this.#planned.map((id) => {
      const module = known.get(id);
      return {
        file: relative(this.root, id).replaceAll('\\', '/'),
        tests: [...(module?.children.allTests() ?? [])].map((test) => {
          const { state, errors } = test.result();
          return { name: test.fullName, state, ...(state === 'failed' && { error: errors?.[0]?.message }) };
        }),
        errors: (module?.errors().length ?? 0) + suiteErrors(module) + ofFile(id),
        ended: module !== undefined && ['passed', 'failed', 'skipped'].includes(module.state()),
      };
    });
    const planned = new Set(this.#planned);
    const errors = unhandled.filter((error) => !planned.has(error.VITEST_TEST_PATH)).length;
    writeFileSync(process.env.PLINTH_FILE_RESULTS, JSON.stringify({ files, errors }));
  }
}

/** Errors of hooks that belong to a group of tests. */
function suiteErrors(module) {
  return [...(module?.children.allSuites() ?? [])].reduce((sum, suite) => sum + suite.errors().length, 0);
}
