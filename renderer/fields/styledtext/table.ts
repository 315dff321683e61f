/** Tables, on ProseMirror's own table module. Rows remember their section, so that `thead` and `tfoot` come back. */

import type { DOMOutputSpec, Node as DocumentNode } from '@tiptap/pm/model';
import { type Command, EditorState, TextSelection } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  fixTables,
  goToNextCell,
  mergeCells,
  splitCell,
  tableEditing,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import {
  callOrReturn,
  type Editor,
  Extension,
  getExtensionField,
  mergeAttributes,
  Node,
} from '@tiptap/react';
import { attributesIn, keptOf } from './attributes';

declare module '@tiptap/core' {
  interface NodeConfig {
    /** What a node is to ProseMirror's tables. */
    tableRole?: string;
  }
}

/** `col` elements, each by its attributes. */
function columnsOf(table: Element): Record<string, string>[] | null {
  const groups = [...table.children].filter(({ localName }) => localName === 'colgroup');
  const [group] = groups;
  if (group === undefined || groups.length > 1 || group.attributes.length > 0) return null;
  return [...group.children].map((column) => keptOf(column) ?? {});
}

const captionOf = (table: Element): string | null =>
  [...table.children].find(({ localName }) => localName === 'caption')?.textContent ?? null;

function tableSpec(attributes: Record<string, unknown>, { attrs }: DocumentNode): DOMOutputSpec {
  const columns: unknown[] = Array.isArray(attrs.columns) ? attrs.columns : [];
  const caption: DOMOutputSpec[] =
    typeof attrs.caption === 'string' ? [['caption', { contenteditable: 'false' }, attrs.caption]] : [];
  const group: DOMOutputSpec[] =
    attrs.columns === null
      ? []
      : [['colgroup', {}, ...columns.map((column): DOMOutputSpec => ['col', attributesIn(column)])]];
  return ['table', attributes, ...caption, ...group, ['tbody', 0]];
}

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  tableRole: 'table',
  addAttributes: () => ({
    caption: { default: null, rendered: false, parseHTML: captionOf },
    columns: { default: null, rendered: false, parseHTML: columnsOf },
  }),
  parseHTML: () => [
    { tag: 'table' },
    // Their words are attributes of the table.
    { tag: 'caption', ignore: true },
    { tag: 'colgroup', ignore: true },
  ],
  renderHTML: ({ node, HTMLAttributes }) => tableSpec(HTMLAttributes, node),
});

const SECTIONS: readonly string[] = ['thead', 'tbody', 'tfoot'];

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  tableRole: 'row',
  addAttributes: () => ({
    /** Where the stored row is; nothing for a new one, whose place follows from its cells. */
    section: {
      default: null,
      keepOnSplit: false,
      parseHTML: (row: Element) => {
        const name = row.getAttribute('data-plinth-section') ?? row.parentElement?.localName ?? '';
        return SECTIONS.includes(name) ? name : null;
      },
      renderHTML: ({ section }: Record<string, unknown>) =>
        typeof section === 'string' ? { 'data-plinth-section': section } : {},
    },
  }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: Element) => Math.min(1000, Math.max(1, Number(cell.getAttribute(name)) || 1)),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
});

const cell = (name: string, tag: string, tableRole: string) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    tableRole,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      // Asked for by ProseMirror's tables; widths are kept with the other attributes.
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

/** Runs a command of ProseMirror's in the editor and leaves the caret in the text. */
const run =
  (command: Command) =>
  (editor: Editor): void => {
    command(editor.state, editor.view.dispatch);
    editor.commands.focus();
  };

/** A row whose cells have become headings, or no longer are, belongs where its cells say. */
const headerRow: Command = (state, dispatch) =>
  toggleHeaderRow(state, (tr) => {
    const { $from } = tr.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      const table = $from.node(depth);
      if (table.type.name !== 'table') continue;
      tr.setNodeAttribute($from.before(depth) + 1, 'section', null);
      break;
    }
    dispatch?.(tr);
  });

export const tableActions = {
  rowAbove: run(addRowBefore),
  rowBelow: run(addRowAfter),
  columnBefore: run(addColumnBefore),
  columnAfter: run(addColumnAfter),
  deleteRow: run(deleteRow),
  deleteColumn: run(deleteColumn),
  headerRow: run(headerRow),
  headerColumn: run(toggleHeaderColumn),
  mergeCells: run(mergeCells),
  splitCell: run(splitCell),
  deleteTable: run(deleteTable),
};

/** Puts a table of three columns with a header row at the caret, which is then in its first cell. */
export function insertTable(editor: Editor): void {
  const row = (type: string) => ({
    type: 'tableRow',
    content: [0, 1, 2].map(() => ({ type, content: [{ type: 'paragraph' }] })),
  });
  editor
    .chain()
    .focus()
    .insertContent({ type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] })
    .command(({ tr, dispatch }) => {
      if (dispatch === undefined) return true;
      let at: number | undefined;
      tr.doc.descendants((node, pos) => {
        if (node.type.name === 'table' && pos < tr.selection.from) at = pos;
      });
      if (at !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)));
      return true;
    })
    .run();
}

/** Whether editing would add cells to a table, because its rows are not equally long. */
export const isUneven = (document: DocumentNode): boolean =>
  fixTables(EditorState.create({ doc: document })) !== undefined;

/** Gathers the rows of each table in their sections. */
export function groupRows(root: ParentNode): void {
  for (const table of root.querySelectorAll('table')) {
    const body = [...table.children].find(({ localName }) => localName === 'tbody');
    if (body === undefined) continue;
    let name = 'thead';
    let section: Element | undefined;
    for (const row of [...body.children]) {
      const own = row.getAttribute('data-plinth-section');
      const heading = [...row.children].every(({ localName }) => localName === 'th');
      const wanted = own ?? (name === 'thead' && !heading ? 'tbody' : name);
      row.removeAttribute('data-plinth-section');
      if (section === undefined || wanted !== name) {
        section = root.ownerDocument?.createElement(wanted) ?? document.createElement(wanted);
        body.before(section);
      }
      name = wanted;
      section.append(row);
    }
    body.remove();
    table.querySelector(':scope > caption')?.removeAttribute('contenteditable');
  }
}

/** Whether the caret is in a table, and not in a list inside it, where Tab indents. */
function inCell({ state }: Editor): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const { name } = $from.node(depth).type;
    if (name === 'table' || name === 'listItem') return name === 'table';
  }
  return false;
}

/** Tab goes to the next cell, and at the last one makes a row. */
const TableKeys = Extension.create({
  name: 'tableKeys',
  priority: 200,
  extendNodeSchema(extension) {
    const context = { name: extension.name, options: extension.options, storage: extension.storage };
    return { tableRole: callOrReturn(getExtensionField(extension, 'tableRole', context)) };
  },
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const go = (direction: 1 | -1) => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
    return {
      Tab: () => {
        if (!inCell(this.editor)) return false;
        if (go(1)) return true;
        if (!addRowAfter(this.editor.state, this.editor.view.dispatch)) return false;
        return go(1);
      },
      'Shift-Tab': () => inCell(this.editor) && go(-1),
    };
  },
});

export const TableExtensions = [
  Table,
  TableRow,
  cell('tableCell', 'td', 'cell'),
  cell('tableHeader', 'th', 'header_cell'),
  TableKeys,
];
