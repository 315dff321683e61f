import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import type { Extension } from '@uiw/react-codemirror';

/** Twig and PHP are HTML with marks in it, and read best that way. */
const LANGUAGES: Readonly<Record<string, () => Extension>> = {
  css,
  html,
  javascript,
  json,
  markdown,
  php: html,
  svg: html,
  twig: html,
  typescript: () => javascript({ typescript: true }),
};

/** The language of a `settings.mode`; plain text for one that is not known. */
export function languageOf(mode: string): Extension {
  return Object.hasOwn(LANGUAGES, mode) ? (LANGUAGES[mode]?.() ?? []) : [];
}
