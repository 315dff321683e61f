/** The field kinds as the builder offers them. */
import type { KindName } from '#contract/schemas';

export interface KindEntry {
  kind: KindName;
  label: string;
  /** One line: what it is for. */
  help: string;
  /** Further words somebody may look for it by. */
  words?: string;
}

export interface KindGroup {
  title: string;
  kinds: readonly KindEntry[];
}

/** All kinds an editor may add, grouped; the compiler does not ask for each, `offered` below is what tests count. */
export const KIND_GROUPS: readonly KindGroup[] = [
  {
    title: 'Text',
    kinds: [
      {
        kind: 'text',
        label: 'Text',
        help: 'A single line, such as a title or a name.',
        words: 'string input',
      },
      {
        kind: 'textarea',
        label: 'Long text',
        help: 'Multiple lines without formatting.',
        words: 'multiline',
      },
      {
        kind: 'styledtext',
        label: 'Rich text',
        help: 'Headings, lists, links and images, stored as HTML.',
        words: 'html wysiwyg body',
      },
      {
        kind: 'slug',
        label: 'Slug',
        help: 'Lowercase words with hyphens, for URLs.',
        words: 'url short name',
      },
      {
        kind: 'code',
        label: 'Code',
        help: 'Source code, stored byte for byte.',
        words: 'css javascript twig',
      },
    ],
  },
  {
    title: 'Numbers and dates',
    kinds: [
      { kind: 'number', label: 'Number', help: 'A whole or decimal number.', words: 'integer' },
      { kind: 'range', label: 'Slider', help: 'A number within a range.', words: 'range' },
      { kind: 'price', label: 'Price', help: 'An amount in a currency.', words: 'money' },
      { kind: 'date', label: 'Date', help: 'A day.', words: 'calendar' },
      { kind: 'datetime', label: 'Date and time', help: 'A moment.', words: 'calendar' },
      { kind: 'time', label: 'Time', help: 'A time of day.', words: 'clock hour' },
    ],
  },
  {
    title: 'Multi-select',
    kinds: [
      { kind: 'toggle', label: 'Switch', help: 'On or off.', words: 'boolean yes no' },
      { kind: 'checkbox', label: 'Checkbox', help: 'Checked or unchecked.', words: 'boolean' },
      {
        kind: 'select',
        label: 'Select',
        help: 'One option from a menu. Can reference an object.',
        words: 'dropdown choice relation reference',
      },
      { kind: 'radio', label: 'Radio buttons', help: 'One of a few options, all visible.', words: 'radio' },
      {
        kind: 'multiselect',
        label: 'Multi-select',
        help: 'Several options from a menu. Can reference objects.',
        words: 'choices relation reference',
      },
      {
        kind: 'multicheckbox',
        label: 'Checkboxes',
        help: 'Several of a few options, all visible.',
        words: 'checklist',
      },
      { kind: 'list', label: 'Tags', help: 'Tags or keywords, typed freely.', words: 'words list' },
    ],
  },
  {
    title: 'Links and contacts',
    kinds: [
      { kind: 'url', label: 'URL', help: 'A link to another site.', words: 'link' },
      { kind: 'email', label: 'E-mail', help: 'An email address.' },
      { kind: 'phone', label: 'Phone', help: 'A phone number.', words: 'tel' },
    ],
  },
  {
    title: 'Appearance',
    kinds: [
      { kind: 'color', label: 'Color', help: 'A color with its OKLCH values.', words: 'color' },
      { kind: 'svg', label: 'SVG', help: 'A sanitized drawing or icon.', words: 'icon vector' },
    ],
  },
  {
    title: 'Media',
    kinds: [
      {
        kind: 'image',
        label: 'Image',
        help: 'One image, served in any size.',
        words: 'photo picture',
      },
      {
        kind: 'gallery',
        label: 'Gallery',
        help: 'An ordered set of images.',
        words: 'photos images slideshow',
      },
      {
        kind: 'file',
        label: 'File',
        help: 'One file to download or play.',
        words: 'pdf audio video download',
      },
      {
        kind: 'depot',
        label: 'Files in folders',
        help: 'Any number of files, in folders.',
        words: 'depot downloads folder',
      },
    ],
  },
  {
    title: 'Nested',
    kinds: [
      { kind: 'card', label: 'Card', help: 'A group of fields from another schema.', words: 'group object' },
      {
        kind: 'deck',
        label: 'Deck',
        help: 'A sortable list of such groups.',
        words: 'repeater blocks list',
      },
    ],
  },
  {
    title: 'Languages',
    kinds: [
      {
        kind: 'localizedtext',
        label: 'Localized text',
        help: 'A single line per language.',
        words: 'translation',
      },
      {
        kind: 'localizedtextarea',
        label: 'Localized long text',
        help: 'Multiple lines per language.',
        words: 'translation',
      },
      {
        kind: 'localizedstyledtext',
        label: 'Localized rich text',
        help: 'Formatted text per language.',
        words: 'translation html',
      },
    ],
  },
  {
    title: 'Special',
    kinds: [
      { kind: 'json', label: 'JSON', help: 'Any JSON value.' },
      { kind: 'hidden', label: 'Hidden', help: 'Stored and served, but not shown in the form.' },
      { kind: 'password', label: 'Password', help: 'Stored as a hash, never shown.' },
      {
        kind: 'secret',
        label: 'Secret',
        help: 'A token, visible only to users with write access.',
        words: 'token key',
      },
      { kind: 'id', label: 'ID', help: 'The object’s file name.', words: 'identifier' },
    ],
  },
];

const ENTRIES = new Map(KIND_GROUPS.flatMap(({ kinds }) => kinds.map((entry) => [entry.kind, entry])));

/** What a kind is called; its name where the builder does not offer it. */
export const kindLabel = (kind: string): string =>
  [...ENTRIES.values()].find((entry) => entry.kind === kind)?.label ?? kind;

/** The groups with the kinds that match all words typed, without the groups that have none. */
export function foundKinds(search: string): KindGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return KIND_GROUPS.map(({ title, kinds }) => ({
    title,
    kinds: kinds.filter(({ kind, label, help, words: more = '' }) => {
      const text = `${kind} ${label} ${help} ${more} ${title}`.toLowerCase();
      return words.every((word) => text.includes(word));
    }),
  })).filter(({ kinds }) => kinds.length > 0);
}
