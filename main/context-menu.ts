import {
  type BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron';
import { t } from './texts.js';

/** What the context menu needs to know, and does, besides the roles of the system. */
export interface ContextMenuOptions {
  devTools: boolean;
  /** Whether texts are checked for spelling now. */
  spelling(): boolean;
  switchSpelling(on: boolean): void;
  /** Opens a link: a page of the admin in a window of its own, another address in the browser. */
  openLink(contents: WebContents, url: string): void;
}

type Item = MenuItemConstructorOptions;

const SEPARATOR: Item = { type: 'separator' };

/** The items of a right-click, in groups; groups without items are omitted. */
export function contextMenu(
  params: ContextMenuParams,
  contents: WebContents,
  options: ContextMenuOptions,
): Item[] {
  const groups = [
    params.isEditable ? spellingItems(params, contents, options) : [],
    linkItems(params, contents, options),
    imageItems(params, contents),
    params.isEditable ? editItems(params) : textItems(params),
    options.devTools
      ? [{ label: t('Inspect Element'), click: () => contents.inspectElement(params.x, params.y) }]
      : [],
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [SEPARATOR, ...group]));
}

function spellingItems(
  { misspelledWord, dictionarySuggestions, formControlType }: ContextMenuParams,
  contents: WebContents,
  { spelling, switchSpelling }: ContextMenuOptions,
): Item[] {
  if (formControlType === 'input-password') return [];
  const checked = spelling();
  const toggle: Item = {
    id: 'context-spelling',
    label: t('Check Spelling'),
    type: 'checkbox',
    checked,
    click: () => switchSpelling(!checked),
  };
  if (!checked || misspelledWord === '') return [toggle];
  const suggestions = dictionarySuggestions.map((word, index) => ({
    id: `suggestion-${index}`,
    label: word,
    click: () => contents.replaceMisspelling(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: t('No Suggestions'), enabled: false }]),
    {
      id: 'add-to-dictionary',
      label: t('Add to Dictionary'),
      click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
    toggle,
  ];
}

function linkItems(
  { linkURL }: ContextMenuParams,
  contents: WebContents,
  options: ContextMenuOptions,
): Item[] {
  // Links of our own pages are commands, not addresses.
  if (!/^(?:https?|mailto):/.test(linkURL) || contents.getURL().startsWith('data:')) return [];
  return [
    { id: 'open-link', label: t('Open Link'), click: () => options.openLink(contents, linkURL) },
    { id: 'copy-link', label: t('Copy Link'), click: () => clipboard.writeText(linkURL) },
  ];
}

function imageItems(params: ContextMenuParams, contents: WebContents): Item[] {
  if (params.mediaType !== 'image' || !params.hasImageContents) return [];
  return [
    { id: 'copy-image', label: t('Copy Image'), click: () => contents.copyImageAt(params.x, params.y) },
    {
      id: 'save-image',
      label: t('Save Image As…'),
      // The same session as the page: an image of the folder is only given to a signed-in window.
      click: () => contents.downloadURL(params.srcURL),
    },
  ];
}

function editItems({ editFlags, formControlType }: ContextMenuParams): Item[] {
  const plain = formControlType === 'none' && editFlags.canEditRichly;
  return [
    { role: 'undo', label: t('Undo'), enabled: editFlags.canUndo },
    { role: 'redo', label: t('Redo'), enabled: editFlags.canRedo },
    SEPARATOR,
    { role: 'cut', label: t('Cut'), enabled: editFlags.canCut },
    { role: 'copy', label: t('Copy'), enabled: editFlags.canCopy },
    { role: 'paste', label: t('Paste'), enabled: editFlags.canPaste },
    ...(plain
      ? [
          {
            role: 'pasteAndMatchStyle',
            label: t('Paste and Match Style'),
            enabled: editFlags.canPaste,
          } as const,
        ]
      : []),
    { role: 'selectAll', label: t('Select All'), enabled: editFlags.canSelectAll },
  ];
}

const textItems = ({ selectionText }: ContextMenuParams): Item[] =>
  selectionText.trim() === '' ? [] : [{ role: 'copy', label: t('Copy') }];

/** Shows the menu at each right-click that the page itself does not handle. */
export function offerContextMenu(window: BrowserWindow, options: ContextMenuOptions): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, params) => {
    const items = contextMenu(params, webContents, options);
    if (items.length === 0) return;
    // With frame and source macOS adds Writing Tools and Services, and a menu that a key opens has its place.
    const { frame, menuSourceType: sourceType } = params;
    Menu.buildFromTemplate(items).popup({ window, sourceType, ...(frame && { frame }) });
  });
}
