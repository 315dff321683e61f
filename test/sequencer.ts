/** Order of the test files where no times of an earlier run are known, as on a fresh clone. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that build sites or send the costliest requests: half a minute and more, which one core would be left with. */
const LONGEST = /\/test\/(?:sites\/sites|cli\/readme|hostile\/cost)\.test\.ts$/;

/** Folders whose tests start programs, and files that do: they take longest, and would leave a core idle at the end. */
const LONG = [/\/test\/(?:cli|hostile|sites)\//, /\/(?:kill|faults|journal)\.test\.ts$/];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      if (LONGEST.test(moduleId)) return 0;
      return LONG.some((path) => path.test(moduleId)) ? 1 : 2;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
