/** The collections of the folder that the site shows, one for each language. */
import { defineCollection } from 'astro:content';
import { plinthLoader } from 'plinth/astro';

const SHOWN = { filter: { shown: true } };

const READ = {
  projects: { expand: ['people'] },
  services: SHOWN,
  team: SHOWN,
  testimonials: { filter: { shown: true, approved: true }, expand: ['project'] },
  studio: {},
};

export const collections = Object.fromEntries(
  ['en', 'de'].flatMap((locale) =>
    Object.entries(READ).map(([name, options]) => [
      `${name}-${locale}`,
      defineCollection({ loader: plinthLoader(name, { locale, ...options }) }),
    ]),
  ),
);
