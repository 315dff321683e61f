/** Live texts, their drafts and suggestions for them: two collections of one schema, one of which saves drafts. */
import type { Files, Page, Site } from './plinth.ts';

const MADE = '2026-01-01T10:00:00.000Z';
const CHANGED = '2026-02-01T10:00:00.000Z';
const ADA = { kind: 'user', id: 'ada', name: 'Ada' };

const settings = (id: string, name: string, more: Record<string, unknown> = {}) => ({
  [`${id}/.meta.json`]: { id, schema: 'page', name, labelSingular: 'Page', labelPlural: name, ...more },
});

const page = (id: string, title: string, values: Record<string, unknown> = {}) => ({
  [`pages/${id}.json`]: { id, title, ...values, modified: MADE },
  [`notes/${id}.json`]: { id, title, ...values, modified: MADE },
});

/** Save in `pages` writes the draft, in `notes` what is live. */
export const draftsContent: Files = {
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text', label: 'Title' },
      intro: { field: 'textarea', label: 'Intro' },
      cover: { field: 'image', label: 'Cover' },
      rating: { field: 'number', label: 'Rating' },
      text: { field: 'styledtext', label: 'Text' },
    },
    required: ['id', 'title'],
    index: ['id', 'title', 'rating'],
  },
  ...settings('pages', 'Pages', { saves: 'draft' }),
  ...settings('notes', 'Notes'),
  ...page('tides', 'Tides', { intro: 'About the sea.' }),
  ...page('trains', 'Trains', { intro: 'About rails.' }),
};

export const change = (kind: 'new' | 'edit' | 'remove', values: Record<string, unknown>, base = {}) => ({
  change: kind,
  base,
  values,
  at: CHANGED,
});

/** A suggestion with one change, as its author's saves write it. */
export const suggestion = (
  set: string,
  object: string,
  changed: ReturnType<typeof change>,
  author: Record<string, unknown> = ADA,
): Files => ({
  [`.changes/${set}/set.json`]: {
    kind: 'suggestion',
    title: `Suggestion ${set}`,
    reason: 'Reads better',
    created: CHANGED,
    author,
  },
  [`.changes/${set}/${object}.json`]: { ...changed, actor: author },
});

/** What is in a file of the folder; empty where there is none. */
export const live = async (site: Site, path: string) => (await site.read(path)) ?? {};
export const drafted = (site: Site, path: string) => live(site, `.changes/draft/${path}`);

export const row = (admin: Page, name: string) => admin.getByRole('row').filter({ hasText: name });
