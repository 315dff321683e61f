/** How the component library shows its editor: without styles of its own, its buttons called as ours. */
import type { RichTextEditorLabels } from '@mantine/tiptap';
import { t } from '../../t';

const labels: Partial<RichTextEditorLabels> = t({
  boldControlLabel: 'Bold',
  italicControlLabel: 'Italic',
  underlineControlLabel: 'Underline',
  strikeControlLabel: 'Strikethrough',
  highlightControlLabel: 'Highlight text',
  subscriptControlLabel: 'Subscript',
  superscriptControlLabel: 'Superscript',
  clearFormattingControlLabel: 'Clear formatting',
  codeControlLabel: 'Code',
  codeBlockControlLabel: 'Code block',
  h1ControlLabel: 'Heading 1',
  h2ControlLabel: 'Heading 2',
  h3ControlLabel: 'Heading 3',
  h4ControlLabel: 'Heading 4',
  h5ControlLabel: 'Heading 5',
  h6ControlLabel: 'Heading 6',
  blockquoteControlLabel: 'Blockquote',
  bulletListControlLabel: 'Bullet list',
  orderedListControlLabel: 'Ordered list',
  hrControlLabel: 'Horizontal line',
  undoControlLabel: 'Undo',
  redoControlLabel: 'Redo',
});

export const EDITOR_PROPS = { labels, withTypographyStyles: false };
