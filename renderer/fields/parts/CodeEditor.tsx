import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror, { EditorView, type Extension, Prec } from '@uiw/react-codemirror';
import { useMemo } from 'react';
import classes from './code-editor.module.css';
import { languageOf } from './languages';

export interface CodeEditorProps {
  /** DOM id of the element the label names. */
  id: string;
  labelId: string;
  describedBy: string | undefined;
  value: string;
  onChange(text: string): void;
  mode: string;
  readOnly: boolean;
  invalid: boolean;
  required?: boolean;
  placeholder?: string | undefined;
  /** Lines shown at least and at most before it scrolls. */
  rows: number;
  maxRows?: number;
  lineNumbers?: boolean;
  lineWrapping?: boolean;
  tabSize?: number;
  /** Direction of the lines; each has its own with `auto`. */
  dir?: 'ltr' | 'rtl' | 'auto';
  /** Linters and the like. */
  extensions?: Extension[];
}

/** Looks that follow the theme's variables, so that one style serves light and dark. */
const looks = Prec.highest(
  EditorView.theme({
    '&': { fontSize: '0.8125rem', backgroundColor: 'transparent' },
    '&.cm-focused': { outline: 'none' },
    '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', paddingBlock: '6px' },
    '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
    '.cm-gutters': {
      backgroundColor: 'transparent',
      border: 'none',
      color: 'var(--mantine-color-placeholder)',
    },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
    '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--plinth-hover)' },
    '.cm-panels': { backgroundColor: 'var(--plinth-panel)', color: 'inherit' },
  }),
);

/** What the themes write too faintly to be read on our backgrounds. */
const legible = [
  HighlightStyle.define(
    [{ tag: [tags.regexp, tags.escape, tags.special(tags.string)], color: 'var(--plinth-code-pattern)' }],
    {
      themeType: 'light',
    },
  ),
  HighlightStyle.define([{ tag: [tags.meta, tags.comment], color: 'var(--plinth-code-comment)' }], {
    themeType: 'dark',
  }),
].map((style) => Prec.highest(syntaxHighlighting(style)));

/** CodeMirror named and described like any other control. Tab indents; Escape, then Tab leaves. */
export default function CodeEditor(props: CodeEditorProps) {
  const scheme = useComputedColorScheme('light');
  const {
    id,
    labelId,
    describedBy,
    invalid,
    required,
    readOnly,
    mode,
    dir,
    extensions,
    lineWrapping = true,
    rows,
    maxRows = 32,
  } = props;
  const all = useMemo(
    () => [
      looks,
      legible,
      languageOf(mode),
      lineWrapping ? EditorView.lineWrapping : [],
      EditorView.contentAttributes.of({
        id,
        'aria-labelledby': labelId,
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(required ? { 'aria-required': 'true' } : {}),
        ...(dir === undefined ? {} : { dir }),
        // What cannot be written can still be long, and is scrolled by keyboard.
        ...(readOnly ? { tabindex: '0' } : {}),
      }),
      dir === undefined ? [] : EditorView.perLineTextDirection.of(true),
      extensions ?? [],
    ],
    [id, labelId, describedBy, invalid, required, readOnly, mode, dir, extensions, lineWrapping],
  );
  return (
    <div
      className={classes.frame}
      data-invalid={invalid || undefined}
      data-read-only={props.readOnly || undefined}
    >
      <CodeMirror
        value={props.value}
        onChange={(text) => props.onChange(text)}
        theme={scheme}
        readOnly={props.readOnly}
        editable={!props.readOnly}
        placeholder={props.placeholder ?? ''}
        extensions={all}
        minHeight={`calc(${rows} * 1.259rem + 14px)`}
        maxHeight={`calc(${Math.max(rows, maxRows)} * 1.259rem + 14px)`}
        basicSetup={{
          lineNumbers: props.lineNumbers ?? true,
          foldGutter: false,
          autocompletion: false,
          highlightActiveLine: true,
          tabSize: props.tabSize ?? 2,
          searchKeymap: true,
        }}
      />
    </div>
  );
}
