/**
 * Draws `renderer/ui/collection-icons.svg`, a symbol for each icon a collection can have and for each state, from the icons of Tabler.
 * `node test/tools/collection-icons.mjs` after a change of the list.
 */
import { writeFile } from 'node:fs/promises';

/** Tabler's names by those of Plinth, which are in the settings of collections and stay. */
const ICONS = {
  article: 'Article',
  at: 'At',
  book: 'Book',
  briefcase: 'Briefcase',
  building: 'Building',
  bulb: 'Bulb',
  calendar: 'Calendar',
  cart: 'ShoppingCart',
  code: 'Code',
  file: 'File',
  files: 'Files',
  folder: 'Folder',
  gallery: 'PhotoSpark',
  hash: 'Hash',
  heart: 'Heart',
  history: 'History',
  home: 'Home',
  language: 'Language',
  layers: 'Stack2',
  layout: 'Layout',
  link: 'Link',
  list: 'ListDetails',
  mail: 'Mail',
  message: 'Message',
  microphone: 'Microphone',
  music: 'Music',
  news: 'News',
  package: 'Package',
  page: 'FileText',
  palette: 'Palette',
  people: 'Users',
  person: 'User',
  photo: 'Photo',
  place: 'MapPin',
  plant: 'Plant2',
  question: 'Help',
  quote: 'Quote',
  robot: 'Robot',
  rss: 'Rss',
  school: 'School',
  settings: 'Settings',
  star: 'Star',
  tags: 'Tags',
  text: 'Typography',
  ticket: 'Ticket',
  toggle: 'ToggleRight',
  tools: 'ToolsKitchen2',
  trophy: 'Trophy',
  video: 'Video',
  world: 'World',
};

/** Of the states of objects, which collections cannot have. */
const STATES = {
  'state-draft': 'Pencil',
  'state-scheduled': 'Clock',
  'state-published': 'CircleCheck',
  'state-archived': 'Archive',
};

const symbols = await Promise.all(
  Object.entries({ ...ICONS, ...STATES }).map(async ([name, tabler]) => {
    const { __iconNode } = await import(`@tabler/icons-react/dist/esm/icons/Icon${tabler}.mjs`);
    const shapes = __iconNode.map(([type, { key: _key, ...given }]) => {
      const attributes = Object.entries(given).map(([attribute, value]) => ` ${attribute}="${value}"`);
      return `<${type}${attributes.join('')}/>`;
    });
    return `  <symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`;
  }),
);
const title = '  <title>Icons</title>';
const lines = ['<svg xmlns="http://www.w3.org/2000/svg">', title, ...symbols, '</svg>', ''];
await writeFile(new URL('../../renderer/ui/collection-icons.svg', import.meta.url), lines.join('\n'));
