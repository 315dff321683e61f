import { expect, it } from 'vitest';
import { localeOf } from '../../renderer/locale.js';

it.each([
  ['en', ['en-US', 'en'], 'en-US'],
  ['en', ['de-AT', 'en-IE'], 'en-IE'],
  ['en', ['en'], 'en-GB'],
  ['en', [], 'en-GB'],
  ['de', ['en-US', 'de-AT', 'de-DE'], 'de-AT'],
  ['de', ['de', 'en-US'], 'de-DE'],
  ['fr', ['en-US'], 'fr'],
  // Chromium in the locale C of POSIX, and what is no tag.
  ['en', ['en-US@posix'], 'en-US'],
  ['en', ['C', 'en_US.UTF-8', '', 'en-'], 'en-GB'],
])('dates of a page in %s for a reader of %j are written as in %s', (language, wanted, locale) => {
  expect(localeOf(language, wanted)).toBe(locale);
});
