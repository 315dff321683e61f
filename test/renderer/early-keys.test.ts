/** Which keys write letters, as those typed before a field has the focus do. */
import { expect, it } from 'vitest';
import { writtenBy } from '../../renderer/ui/useEarlyKeys';

const pressed = (key: string, ...held: string[]) => ({
  key,
  ctrlKey: held.includes('Control'),
  metaKey: held.includes('Meta'),
  getModifierState: (name: string) => held.includes(name),
});

it.each([
  ['a letter', pressed('a'), 'a'],
  ['a space', pressed(' '), ' '],
  ['a letter with AltGr', pressed('@', 'AltGraph'), '@'],
  ['a letter with AltGr, which Windows calls Ctrl and Alt', pressed('€', 'AltGraph', 'Control', 'Alt'), '€'],
  ['a letter with Option', pressed('å', 'Alt'), 'å'],
  ['a letter that ends a dead key', pressed('ê'), 'ê'],
  ['a dead key', pressed('Dead'), ''],
  ['a shortcut', pressed('k', 'Control'), ''],
  ['a shortcut with Alt', pressed('k', 'Control', 'Alt'), ''],
  ['a shortcut of macOS', pressed('k', 'Meta'), ''],
  ['a key without a letter', pressed('ArrowDown'), ''],
])('%s', (_name, event, written) => {
  expect(writtenBy(event)).toBe(written);
});
