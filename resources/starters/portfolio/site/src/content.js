/** The content in a language, in the order in which pages show it. */
import { getCollection } from 'astro:content';
import { createClient } from 'plinth/client';

export const { image, richText } = createClient();

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

async function all(name, locale, order) {
  const entries = await getCollection(`${name}-${locale}`);
  return entries.map(({ data }) => data).sort(order);
}

const byOrder = (a, b) => a.order - b.order;

export async function content(locale = 'en') {
  const [projects, services, team, testimonials, [studio]] = await Promise.all([
    all('projects', locale, (a, b) => b.finished.localeCompare(a.finished)),
    all('services', locale, byOrder),
    all('team', locale, byOrder),
    all('testimonials', locale, byOrder),
    all('studio', locale),
  ]);
  return { projects, services, team, testimonials, studio };
}

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
