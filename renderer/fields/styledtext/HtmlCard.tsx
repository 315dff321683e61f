import { ActionIcon, Button, Group, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCode,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useContext } from 'react';
import { type Embedded, embeddedBy } from './blocks/embed-address';
import { blockActions } from './blocks/move';
import { parseHtml } from './canonical';
import { EditorContext } from './editor-context';
import classes from './html-card.module.css';

const texts = {
  block: 'HTML block',
  comment: 'Comment',
  edit: 'Edit as HTML',
  up: 'Move up',
  down: 'Move down',
  remove: 'Remove',
  label: (what: string) => `HTML block: ${what}`,
  embed: (name: string) => `Embed: ${name}`,
  chip: (what: string) => `HTML: ${what}`,
};

const SHOWN_LINES = 6;
const SHOWN = 600;

/** What a piece of HTML is, in a word: `iframe player.vimeo.com`, `div.gallery`, `Comment`. */
function nameOf(html: string): string {
  const body = parseHtml(html);
  const node = [...body.childNodes].find((one) => one.nodeName !== '#text' || one.textContent?.trim() !== '');
  if (node instanceof Comment) return texts.comment;
  if (!(node instanceof Element)) return 'HTML';
  const source = node.getAttribute('src') ?? '';
  const host = URL.canParse(source) ? ` ${new URL(source).host}` : '';
  const [name] = node.classList;
  return `${node.localName}${name === undefined ? '' : `.${name}`}${host}`;
}

/** The player a piece of HTML is, when it is nothing else. */
function playerIn(html: string, allowed: readonly string[]): Embedded | undefined {
  const [only, ...others] = parseHtml(html).childNodes;
  return only instanceof Element && others.length === 0 ? embeddedBy(only, allowed) : undefined;
}

const htmlIn = ({ node }: NodeViewProps): string => String(node.attrs.html);

/** HTML the editor does not know, between the paragraphs. */
export function HtmlCard(props: NodeViewProps) {
  const { editor, selected, getPos, deleteNode } = props;
  const { locked, editHtml, embedHosts } = useContext(EditorContext);
  const html = htmlIn(props);
  const player = playerIn(html, embedHosts);
  const at = () => getPos() ?? 0;
  const move = (way: 'up' | 'down') => {
    editor.commands.setNodeSelection(at());
    blockActions[way](editor);
  };
  const lines = html.trim().slice(0, SHOWN).split('\n');
  const cut = html.trim().length > SHOWN || lines.length > SHOWN_LINES;
  const action = (label: string, icon: React.ReactNode, act: () => void) => (
    <ActionIcon variant="subtle" color="gray" size={26} aria-label={label} title={label} onClick={act}>
      {icon}
    </ActionIcon>
  );
  return (
    <NodeViewWrapper
      role="group"
      aria-label={player === undefined ? texts.label(nameOf(html)) : texts.embed(player.name)}
      className={classes.card}
      data-selected={selected || undefined}
      contentEditable={false}
    >
      <div className={classes.head} data-drag-handle>
        {player === undefined ? (
          <IconCode size={15} stroke={1.6} aria-hidden />
        ) : (
          <IconPlayerPlay size={15} stroke={1.6} aria-hidden />
        )}
        <Text span size="xs" fw={600} flex="none">
          {player?.name ?? texts.block}
        </Text>
        {player === undefined && <code className={classes.name}>{nameOf(html)}</code>}
        {!locked && (
          <Group gap={2} wrap="nowrap" className={classes.actions}>
            {action(texts.up, <IconArrowUp size={15} />, () => move('up'))}
            {action(texts.down, <IconArrowDown size={15} />, () => move('down'))}
            {action(texts.remove, <IconTrash size={15} />, deleteNode)}
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPencil size={13} />}
              onClick={() => editHtml({ at: at(), html })}
            >
              {texts.edit}
            </Button>
          </Group>
        )}
      </div>
      <pre className={classes.source} dir="ltr">
        {player?.src ?? lines.slice(0, SHOWN_LINES).join('\n')}
        {player === undefined && cut && ' …'}
      </pre>
    </NodeViewWrapper>
  );
}

/** HTML the editor does not know, within a line. */
export function HtmlChip(props: NodeViewProps) {
  const { getPos, selected } = props;
  const { locked, editHtml } = useContext(EditorContext);
  const html = htmlIn(props);
  return (
    <NodeViewWrapper as="span" className={classes.chip} data-selected={selected || undefined}>
      <button
        type="button"
        className={classes.chipButton}
        data-drag-handle
        contentEditable={false}
        title={html.slice(0, SHOWN)}
        aria-label={`${texts.chip(nameOf(html))}. ${texts.edit}`}
        disabled={locked}
        onDoubleClick={() => editHtml({ at: getPos() ?? 0, html })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') editHtml({ at: getPos() ?? 0, html });
        }}
      >
        <code dir="ltr">{nameOf(html)}</code>
      </button>
    </NodeViewWrapper>
  );
}
