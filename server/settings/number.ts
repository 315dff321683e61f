/** Settings that are a number in a range. */
import type { NumberSetting } from '../contract/settings.js';

interface Named<Name extends string> {
  section: NumberSetting['section'];
  group: string;
  name: Name;
  label: string;
  unit: string;
  help?: string;
  approval?: NumberSetting['approval'];
}

export const numberSetting = <Name extends string>(
  named: Named<Name>,
  [minimum, standard, maximum]: readonly [number, number, number],
) => ({ ...named, type: 'number', minimum, maximum, default: standard }) as const satisfies NumberSetting;
