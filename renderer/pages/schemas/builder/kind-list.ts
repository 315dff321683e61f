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
      { kind: 'text', label: 'Text', help: 'One line: a title, a name.', words: 'string input' },
      { kind: 'textarea', label: 'Long text', help: 'Several lines without formatting.', words: 'multiline' },
      {
        kind: 'styledtext',
        label: 'Rich text',
        help: 'Headings, lists, links, pictures; HTML.',
        words: 'html wysiwyg body',
      },
      {
        kind: 'slug',
        label: 'Short name',
        help: 'Lower-case words with hyphens, for addresses.',
        words: 'slug url',
      },
      { kind: 'code', label: 'Code', help: 'Source text, kept byte for byte.', words: 'css javascript twig' },
    ],
  },
  {
    title: 'Numbers and dates',
    kinds: [
      { kind: 'number', label: 'Number', help: 'A whole or decimal number.', words: 'integer' },
      { kind: 'range', label: 'Slider', help: 'A number between two bounds.', words: 'range' },
      { kind: 'price', label: 'Price', help: 'An amount in a currency.', words: 'money' },
      { kind: 'date', label: 'Date', help: 'A day.', words: 'calendar' },
      { kind: 'datetime', label: 'Date and time', help: 'A moment.', words: 'calendar' },
      { kind: 'time', label: 'Time', help: 'A time of day.', words: 'clock hour' },
    ],
  },
  {
    title: 'Choices',
    kinds: [
      { kind: 'toggle', label: 'Switch', help: 'On or off.', words: 'boolean yes no' },
      { kind: 'checkbox', label: 'Checkbox', help: 'Ticked or not.', words: 'boolean' },
      {
        kind: 'select',
        label: 'Choice',
        help: 'One of several, from a menu; also another object.',
        words: 'dropdown relation reference',
      },
      { kind: 'radio', label: 'Choice, all shown', help: 'One of a few.', words: 'radio' },
      {
        kind: 'multiselect',
        label: 'Choices',
        help: 'Several, from a menu; also other objects.',
        words: 'relation reference',
      },
      { kind: 'multicheckbox', label: 'Choices, all shown', help: 'Several of a few.', words: 'checklist' },
      { kind: 'list', label: 'Words', help: 'Tags, categories, keywords.', words: 'tags list' },
    ],
  },
  {
    title: 'Addresses',
    kinds: [
      { kind: 'url', label: 'Web address', help: 'A link to another site.', words: 'link' },
      { kind: 'email', label: 'E-mail', help: 'An e-mail address.' },
      { kind: 'phone', label: 'Phone', help: 'A telephone number.', words: 'tel' },
    ],
  },
  {
    title: 'Look',
    kinds: [
      { kind: 'color', label: 'Colour', help: 'A colour with its OKLCH values.', words: 'color' },
      { kind: 'svg', label: 'SVG', help: 'A drawing or an icon, cleaned.', words: 'icon vector' },
    ],
  },
  {
    title: 'Media',
    kinds: [
      {
        kind: 'image',
        label: 'Image',
        help: 'One picture, in any size a page asks for.',
        words: 'photo picture',
      },
      { kind: 'gallery', label: 'Gallery', help: 'Pictures in an order.', words: 'photos images slideshow' },
      {
        kind: 'file',
        label: 'File',
        help: 'One file to download or play.',
        words: 'pdf audio video download',
      },
      {
        kind: 'depot',
        label: 'Files in folders',
        help: 'Any number of files.',
        words: 'depot downloads folder',
      },
    ],
  },
  {
    title: 'Parts',
    kinds: [
      { kind: 'card', label: 'Card', help: 'A group of fields from another schema.', words: 'group object' },
      {
        kind: 'deck',
        label: 'Deck',
        help: 'Any number of such groups, sorted by hand.',
        words: 'repeater blocks list',
      },
    ],
  },
  {
    title: 'Languages',
    kinds: [
      {
        kind: 'localizedtext',
        label: 'Text by language',
        help: 'One line in each language.',
        words: 'translation',
      },
      {
        kind: 'localizedtextarea',
        label: 'Long text by language',
        help: 'Several lines in each language.',
        words: 'translation',
      },
      {
        kind: 'localizedstyledtext',
        label: 'Rich text by language',
        help: 'Formatted text in each language.',
        words: 'translation html',
      },
    ],
  },
  {
    title: 'Special',
    kinds: [
      { kind: 'json', label: 'JSON', help: 'Any structure, checked as JSON.' },
      { kind: 'hidden', label: 'Hidden', help: 'Kept and served, not shown in the form.' },
      { kind: 'password', label: 'Password', help: 'Stored as a hash, never shown.' },
      { kind: 'secret', label: 'Secret', help: 'A token; shown only to who may write.', words: 'token key' },
      { kind: 'id', label: 'ID', help: 'The name of the object’s file.', words: 'identifier' },
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
