/** Reads the content in a language, once for each build. While the site is developed, each page reads it again. */
import { createClient } from 'plinth/client';

const client = createClient();

/** Texts of the site itself. */
export const TEXTS = {
  en: {
    path: '/',
    work: 'Work',
    services: 'Services',
    studio: 'Studio',
    featured: 'Selected work',
    all: 'All projects',
    said: 'What clients say',
    contact: 'Contact',
    from: 'from',
    weeks: 'weeks',
    booking: {
      open: 'We have time for new projects.',
      later: 'New projects from next season.',
      full: 'We are booked out.',
    },
    other: { lang: 'de', name: 'Deutsch', path: '/de/' },
  },
  de: {
    path: '/de/',
    work: 'Arbeiten',
    services: 'Leistungen',
    studio: 'Studio',
    featured: 'Ausgewählte Arbeiten',
    all: 'Alle Arbeiten',
    said: 'Was Kunden sagen',
    contact: 'Kontakt',
    from: 'ab',
    weeks: 'Wochen',
    booking: {
      open: 'Wir haben Zeit für neue Projekte.',
      later: 'Neue Projekte ab der nächsten Saison.',
      full: 'Wir sind ausgebucht.',
    },
    other: { lang: 'en', name: 'English', path: '/' },
  },
};

async function read(locale) {
  const all = (name, options) => client.collection(name).all({ locale, ...options });
  const [projects, services, team, testimonials, studio] = await Promise.all([
    all('projects', { sort: ['-finished'], expand: ['people'] }),
    all('services', { sort: ['order'], filter: { shown: true } }),
    all('team', { sort: ['order'], filter: { shown: true } }),
    all('testimonials', { sort: ['order'], filter: { shown: true, approved: true }, expand: ['project'] }),
    client.collection('studio').get('studio', { locale }),
  ]);
  return { projects, services, team, testimonials, studio };
}

const readings = new Map();

export function content(locale = 'en') {
  if (import.meta.env.DEV) return read(locale);
  if (!readings.has(locale)) readings.set(locale, read(locale));
  return readings.get(locale);
}

export const image = client.image;
export const richText = client.richText;

/** Kinds of work, as projects name them. */
export const KINDS = {
  identity: 'Identity',
  editorial: 'Editorial',
  packaging: 'Packaging',
  web: 'Web',
  wayfinding: 'Wayfinding',
  type: 'Type',
};

export const price = ({ from }, locale) =>
  new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    style: 'currency',
    currency: 'GBP',
    maximumFractionDigits: 0,
  }).format(typeof from === 'object' ? from.amount : from);
