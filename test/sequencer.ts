/** Order of the test files where no times of an earlier run are known, as on a fresh clone. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests start programs, and files that do: they take longest, and would leave a core idle at the end. */
const LONG = [/\/test\/(?:cli|hostile|sites)\//, /\/(?:kill|faults|journal)\.test\.ts$/];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => path.test(moduleId));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
