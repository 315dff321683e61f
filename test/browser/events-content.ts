/** A collection with a choice, dates and images, for the layouts of lists. */
import type { Files } from './plinth.ts';

export const STATES = ['idea', 'planned', 'live'];

export const eventId = (n: number): string => `event-${String(n).padStart(3, '0')}`;

const DOT =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle cx="20" cy="15" r="9" fill="#b3261e"/></svg>';

const schema = {
  id: 'event',
  description: 'What happens and when.',
  properties: {
    id: { type: 'slug', field: 'id', label: 'ID' },
    title: { type: 'string', field: 'text', label: 'Title' },
    image: { type: 'image', field: 'image', label: 'Image' },
    state: {
      type: 'string',
      field: 'select',
      label: 'State',
      options: STATES.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` })),
    },
    day: { type: 'date', field: 'date', label: 'Day' },
    starts: { type: 'date', field: 'datetime', label: 'Starts' },
    draft: { type: 'boolean', field: 'toggle', label: 'Draft' },
    seats: { type: 'number', field: 'number', label: 'Seats' },
  },
  required: ['id'],
  index: ['id', 'title', 'state', 'day', 'starts', 'draft', 'seats'],
};

/** Events by their numbers, each with what is special about it. */
export function events(count: number, special: (n: number) => Record<string, unknown> = () => ({})): Files {
  const files: Files = {
    '.schemas/event.json': schema,
    'events/.meta.json': {
      id: 'events',
      schema: 'event',
      name: 'Events',
      labelPlural: 'Events',
      labelSingular: 'Event',
      sortBy: 'title',
    },
    'events/event-000/image/dot.svg': DOT,
  };
  for (let n = 0; n < count; n += 1) {
    files[`events/${eventId(n)}.json`] = {
      id: eventId(n),
      title: `Event ${n}`,
      ...(n === 0 && {
        image: { name: 'dot.svg', alt: 'A dot', mime: 'image/svg+xml', width: 40, height: 30 },
      }),
      created: '2026-01-01T00:00:00Z',
      modified: '2026-01-01T00:00:00Z',
      ...special(n),
    };
  }
  return files;
}
