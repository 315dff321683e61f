import { join } from 'node:path';
import { app, session } from 'electron';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createAppLanguage, languageFor } from '../../main/language.js';
import { openSettings } from '../../main/settings.js';
import { language, plural } from '../../main/texts.js';
import { freshFolder, NO_LOG } from './stand-in.js';

beforeAll(() => app.whenReady());

it.each([
  ['the whole tag', ['en-XA'], ['de', 'en', 'en-XA'], 'en-XA'],
  ['a language without its region', ['de-AT'], ['de', 'en'], 'de'],
  ['the next wanted one', ['fr', undefined, 'de'], ['de', 'en'], 'de'],
  ['English where there is none', ['fr-CA'], ['de', 'en'], 'en'],
  ['English for what is no language', ['../de', ''], ['de', 'en'], 'en'],
])('the language of the app is %s', (_what, wanted, offered, chosen) => {
  expect(languageFor(wanted, offered)).toBe(chosen);
});

it('remembers the language of the page that was shown last, and asks for it in folders opened later', async () => {
  const settings = await openSettings(join(await freshFolder(), 'settings.json'), NO_LOG);
  // The app does not wait for its writes, which would keep the folder from being removed.
  onTestFinished(() => settings.change({}));
  const changed = vi.fn();
  const speaking = createAppLanguage(settings, changed);
  const before = session.fromPartition('before') as Electron.Session & { acceptLanguages?: string };
  speaking.prepare(before);
  expect(before.acceptLanguages).toBeUndefined();
  speaking.pageIs('xx');
  expect(settings.value.language).toBeUndefined();
  speaking.pageIs('en');
  expect([settings.value.language, language()]).toEqual(['en', 'en']);
  speaking.prepare(before);
  expect(before.acceptLanguages).toBe('en');
  // What is shown is in this language already.
  expect(changed).not.toHaveBeenCalled();
});

it('counts in the sources as in the build', () => {
  expect([1, 2].map((count) => plural(count, 'one folder', '# folders'))).toEqual([
    'one folder',
    '2 folders',
  ]);
});
