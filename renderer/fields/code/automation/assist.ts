/** Completion, hints and advice for handlers of automations. */
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorView, hoverTooltip, Prec, tooltips } from '@uiw/react-codemirror';
import type { Assist } from '../assist-types';
import { adviseOnHandler } from './advice';
import { entryAt, namesBehind, signatureOf } from './context';

/** A path from `ctx` on, as far as it is typed. */
const PATH = /\bctx(?:\.\w+)*\.?\w*$/;

function complete(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(PATH);
  if (typed === null) return null;
  const dot = typed.text.lastIndexOf('.');
  if (dot < 0) return null;
  return {
    from: typed.from + dot + 1,
    validFor: /^\w*$/,
    options: namesBehind(typed.text.slice(0, dot)).map(({ name, entry }, at) => ({
      label: name,
      // In the order of the table, which goes from often to rare.
      boost: -at,
      type: entry === undefined ? 'namespace' : entry.call === '' ? 'property' : 'method',
      ...(entry === undefined ? {} : { detail: entry.call, info: entry.text }),
    })),
  };
}

/** The whole path around a place in a line, up to the end of the name under the pointer. */
function pathAt(line: string, at: number): { from: number; to: number; path: string } | undefined {
  for (const match of line.matchAll(/\bctx(?:\.\w+)+/g)) {
    const to = match.index + match[0].length;
    if (at < match.index || at > to) continue;
    const end = line.slice(at).search(/\W/);
    return {
      from: match.index,
      to: end < 0 ? to : at + end,
      path: line.slice(match.index, end < 0 ? to : at + end),
    };
  }
  return undefined;
}

const hints = hoverTooltip((view, position) => {
  const line = view.state.doc.lineAt(position);
  const found = pathAt(line.text, position - line.from);
  const entry = found && entryAt(found.path);
  if (found === undefined || entry === undefined) return null;
  return {
    pos: line.from + found.from,
    end: line.from + found.to,
    above: true,
    create() {
      const dom = document.createElement('div');
      const signature = document.createElement('code');
      signature.textContent = signatureOf(entry);
      const text = document.createElement('div');
      text.textContent = entry.text;
      dom.append(signature, text);
      dom.className = 'cm-hint';
      return { dom };
    },
  };
});

const marks = linter((view) =>
  adviseOnHandler(view.state.doc.toString()).map(({ from, to, severity, message }) => ({
    from,
    to,
    severity,
    message,
  })),
);

/** Lists and hints in the colours of the theme. */
const looks = Prec.highest(
  EditorView.theme({
    '.cm-tooltip': {
      maxWidth: '32rem',
      border: '1px solid var(--mantine-color-default-border)',
      borderRadius: 'var(--mantine-radius-md)',
      backgroundColor: 'var(--mantine-color-body)',
      color: 'var(--mantine-color-text)',
      boxShadow: 'var(--mantine-shadow-md)',
    },
    '.cm-hint': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
    '.cm-hint code': { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.75rem' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '1.5' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--plinth-active)',
      color: 'var(--plinth-active-text)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '16em' },
    '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--mantine-color-dimmed)' },
    '.cm-completionInfo': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  }),
);

export const assist: Assist = {
  extensions: [
    autocompletion({ icons: false, aboveCursor: false }),
    javascriptLanguage.data.of({ autocomplete: complete }),
    // The editor's frame cuts off what reaches over its edge, but for what stands at a place of the window.
    tooltips({ position: 'fixed' }),
    hints,
    marks,
    lintGutter(),
    looks,
  ],
  advise: adviseOnHandler,
};
