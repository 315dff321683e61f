import { RichTextEditor } from '@mantine/tiptap';
import { IconArrowsMaximize, IconSearch, IconSourceCode } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import type { CSSProperties } from 'react';
import { t } from '../../t';
import { MOD } from '../../ui/keyboard';
import type { FieldProps } from '../kind';
import { setting } from '../settings';
import { AlignMenu } from './AlignMenu';
import type { Panel } from './editor-context';
import { ImageControl } from './ImageControl';
import { InsertMenu } from './InsertMenu';
import { LinkControl } from './links/LinkControl';
import { leaveForHtml } from './MissingImages';
import classes from './styledtext.module.css';
import { TableMenu } from './TableMenu';
import type { Embeds } from './useEmbeds';
import type { RovingFocus } from './useRovingFocus';

/** Heading levels of the toolbar; the text may hold others. */
export function levelsOf({ definition }: FieldProps): number[] {
  const levels = setting(definition, 'headingLevels');
  const wanted = Array.isArray(levels) ? levels.map(Number) : [2, 3, 4];
  return wanted.filter((level) => Number.isInteger(level) && level >= 1 && level <= 6);
}

const HEADINGS = [
  RichTextEditor.H1,
  RichTextEditor.H2,
  RichTextEditor.H3,
  RichTextEditor.H4,
  RichTextEditor.H5,
  RichTextEditor.H6,
];

/** Code inside a line and a block of code look alike in Mantine. */
const BlockIcon = (props: { style: CSSProperties }) => <IconSourceCode {...props} stroke={1.6} />;

interface Props {
  editor: Editor;
  field: FieldProps;
  locked: boolean;
  embeds: Embeds;
  panel: Panel | undefined;
  onPanel(panel: Panel | undefined): void;
  focus: RovingFocus;
  focusMode: { isOn: boolean; toggle(): void };
  onSource(): void;
}

export function Toolbar({
  editor,
  field,
  locked,
  embeds,
  panel,
  onPanel,
  focus,
  focusMode,
  onSource,
}: Props) {
  const panelProps = (name: Panel) => ({
    opened: panel === name,
    onOpen: (opened: boolean) => onPanel(opened ? name : undefined),
  });
  return (
    <RichTextEditor.Toolbar
      sticky
      stickyOffset="var(--plinth-top, 0px)"
      className={classes.toolbar}
      role="toolbar"
      aria-label={t('Text formatting')}
      aria-controls={field.control.id}
      ref={focus.ref}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
    >
      <RichTextEditor.ControlsGroup>
        {levelsOf(field).map((level) => {
          const Heading = HEADINGS[level - 1];
          return Heading === undefined ? null : <Heading key={level} disabled={locked} />;
        })}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold disabled={locked} />
        <RichTextEditor.Italic disabled={locked} />
        <RichTextEditor.Underline disabled={locked} />
        <RichTextEditor.Strikethrough disabled={locked} />
        <RichTextEditor.Code disabled={locked} />
        <RichTextEditor.Highlight disabled={locked} />
        <RichTextEditor.Subscript disabled={locked} />
        <RichTextEditor.Superscript disabled={locked} />
        <LinkControl editor={editor} {...panelProps('link')} disabled={locked} />
        <ImageControl editor={editor} embeds={embeds} {...panelProps('image')} disabled={locked} />
        <RichTextEditor.ClearFormatting disabled={locked} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <AlignMenu editor={editor} disabled={locked} />
        <RichTextEditor.BulletList disabled={locked} />
        <RichTextEditor.OrderedList disabled={locked} />
        <RichTextEditor.Blockquote disabled={locked} />
        <RichTextEditor.CodeBlock disabled={locked} icon={BlockIcon} />
        <TableMenu editor={editor} disabled={locked} />
        <InsertMenu editor={editor} disabled={locked} onEmbed={() => onPanel('embed')} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo disabled={locked} />
        <RichTextEditor.Redo disabled={locked} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup className={classes.last}>
        <RichTextEditor.Control
          aria-label={t('Find and replace')}
          title={t(`Find and replace (${MOD}+F)`)}
          active={panel === 'find'}
          onClick={() => onPanel('find')}
        >
          <IconSearch size={16} stroke={1.6} />
        </RichTextEditor.Control>
        <RichTextEditor.Control
          aria-label={t('Focus mode')}
          title={t(`Focus mode (${MOD}+Shift+F)`)}
          active={focusMode.isOn}
          onClick={focusMode.toggle}
        >
          <IconArrowsMaximize size={16} stroke={1.6} />
        </RichTextEditor.Control>
        <RichTextEditor.Control
          aria-label={t('Edit HTML')}
          title={t('Edit HTML')}
          onClick={() => leaveForHtml(editor, onSource)}
        >
          <span className={classes.html}>HTML</span>
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}
