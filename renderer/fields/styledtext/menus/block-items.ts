/** The blocks that can be put into a text by name. */
import {
  IconAlertTriangle,
  IconBulb,
  IconCode,
  IconH1,
  IconH2,
  IconH3,
  IconH4,
  IconH5,
  IconH6,
  IconInfoCircle,
  IconLink,
  IconList,
  IconListNumbers,
  IconMinus,
  IconOctagon,
  IconPhoto,
  IconPilcrow,
  IconPlayerPlay,
  IconQuote,
  IconSuperscript,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { t } from '../../../t';
import { inSentence } from '../../../ui/format';
import { CALLOUTS, setCallout } from '../blocks/callout';
import { insertFootnote } from '../blocks/footnotes';
import type { Panel } from '../editor-context';
import { insertTable } from '../table';

export interface BlockItem {
  label: string;
  /** Further words it is found by. */
  words: string;
  Icon: TablerIcon;
  run(editor: Editor, open: (panel: Panel) => void): void;
}

const HEADINGS = [IconH1, IconH2, IconH3, IconH4, IconH5, IconH6];
const CALLOUT_ICONS = {
  note: IconInfoCircle,
  tip: IconBulb,
  warning: IconAlertTriangle,
  danger: IconOctagon,
};

/** @param levels of headings that are offered */
export const blockItems = (levels: readonly number[]): BlockItem[] => [
  {
    label: t('Text'),
    words: 'paragraph plain',
    Icon: IconPilcrow,
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  ...([1, 2, 3, 4, 5, 6] as const)
    .filter((level) => levels.includes(level))
    .map((level) => ({
      label: t(`Heading ${level}`),
      words: `h${level} title`,
      Icon: HEADINGS[level - 1] ?? IconH2,
      run: (editor: Editor) => editor.chain().focus().setHeading({ level }).run(),
    })),
  {
    label: t('Bullet list'),
    words: 'unordered ul points',
    Icon: IconList,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: t('Numbered list'),
    words: 'ordered ol',
    Icon: IconListNumbers,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: t('Quote'),
    words: 'blockquote citation',
    Icon: IconQuote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { label: t('Table'), words: 'rows columns cells', Icon: IconTable, run: insertTable },
  {
    label: t('Image or file'),
    words: 'photo upload attachment',
    Icon: IconPhoto,
    run: (_editor, open) => open('image'),
  },
  {
    label: t('Embed'),
    words: 'video youtube vimeo map player iframe',
    Icon: IconPlayerPlay,
    run: (_editor, open) => open('embed'),
  },
  {
    label: t('Link'),
    words: 'object page address url',
    Icon: IconLink,
    run: (_editor, open) => open('link'),
  },
  ...CALLOUTS.map(({ kind, label }) => ({
    label: t(`Callout: ${inSentence(label)}`),
    words: 'box aside hint info caution',
    Icon: CALLOUT_ICONS[kind],
    run: (editor: Editor) => setCallout(editor, kind),
  })),
  { label: t('Footnote'), words: 'note reference endnote', Icon: IconSuperscript, run: insertFootnote },
  {
    label: t('Code block'),
    words: 'pre source program',
    Icon: IconCode,
    run: (editor) => editor.chain().focus().setCodeBlock().run(),
  },
  {
    label: t('Divider'),
    words: 'horizontal rule line hr',
    Icon: IconMinus,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** The items whose name or words have a word that begins with each of those typed; names first. */
export function filterItems(items: readonly BlockItem[], typed: string): BlockItem[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => {
    const words = text.toLowerCase().split(/[\s:]+/);
    return terms.every((term) => words.some((word) => word.startsWith(term)));
  };
  const named = items.filter(({ label }) => has(label));
  return [...named, ...items.filter((item) => !named.includes(item) && has(`${item.label} ${item.words}`))];
}
