// The rows: what is measured, against what. A row has contenders; each is run once per round, in turn, so that
// a slow minute of the machine falls on all of them.

import { changing } from './changing.mjs';
import { copying } from './copying.mjs';

import { remembering as rememberingFiles, streaming, uploading } from './files.mjs';
import { historyRoom, readingVersion, takingIn } from './history.mjs';
import { crowded, rendering, warm } from './images.mjs';
import { beside, creatingBeside } from './peers.mjs';
import { throughDraft } from './perspectives.mjs';
import { previewing } from './previewing.mjs';
import { FILTERED, filteredPaths, LIST, objectPaths, pagePaths, reading } from './reading.mjs';
import { searching } from './searching.mjs';
import { buildingAstro, repainting } from './sites.mjs';
import { holding, remembering, starting } from './starting.mjs';
import { creating, growing, listAfterSave, updating, withoutHistory } from './writing.mjs';

const SIXTEEN = { connections: 16 };

/** Each with the target of its first floor, where one was set: the least ratio that we want to see. */
export const ROWS = [
  {
    name: 'get-one',
    title: 'GET one object, 16 connections',
    target: 0.85,
    open: (bench) =>
      reading(bench, { ...SIXTEEN, paths: objectPaths(bench), floors: ['fastExpress', 'bare'] }),
  },
  {
    name: 'get-one-c1',
    title: 'GET one object, 1 connection',
    target: 0.85,
    open: (bench) =>
      reading(bench, { paths: objectPaths(bench), floors: ['fastExpress', 'bare'], connections: 1 }),
  },
  {
    name: 'not-modified',
    title: '304 to If-None-Match, 16 connections',
    target: 0.85,
    open: (bench) =>
      reading(bench, {
        ...SIXTEEN,
        paths: objectPaths(bench),
        floors: ['fastExpress', 'bare'],
        expect: 304,
        conditional: true,
      }),
  },
  {
    name: 'list-same',
    title: 'List of 50, the same page, 16 connections',
    target: 0.8,
    open: (bench) =>
      reading(bench, {
        ...SIXTEEN,
        paths: [`${LIST}?limit=50`],
        floors: ['fastExpress', 'bare', 'concatenating'],
      }),
  },
  {
    name: 'list-pages',
    title: 'List of 50, every page in turn, 16 connections',
    target: 0.8,
    open: (bench) =>
      reading(bench, {
        ...SIXTEEN,
        paths: pagePaths(bench, { limit: 50, most: 50_000 }),
        floors: ['concatenating', 'fastExpress', 'bare'],
      }),
  },
  {
    name: 'filter-same',
    title: 'Filter, sort, third page, the same, 16 connections',
    target: 0.8,
    open: (bench) => reading(bench, { ...SIXTEEN, paths: [FILTERED], floors: ['bare', 'concatenating'] }),
  },
  {
    name: 'filter-new',
    title: 'Two filters, sort, page, each another one, 16 connections',
    target: 0.8,
    open: (bench) =>
      reading(bench, { ...SIXTEEN, paths: filteredPaths(bench), floors: ['concatenating', 'bare'] }),
  },
  {
    name: 'pull',
    title: 'Full pull of up to 10,000 objects, pages of 100, parsed, one after the other',
    target: 0.8,
    open: (bench) =>
      reading(bench, {
        paths: pagePaths(bench, { limit: 100, most: 10_000 }),
        floors: ['bare'],
        connections: 1,
        parse: true,
        seconds: 0,
      }),
  },
  ...[
    ['list', 'List of 50, every page in turn,'],
    ['sorted', 'List of 50 by title, every page in turn,'],
    ['filtered', 'Two filters, sort, page, each another one,'],
    ['object', 'GET one object'],
  ].map(([kind, title]) => ({
    name: `draft-${kind}`,
    title: `${title} through the draft, 16 connections`,
    target: 0.77,
    open: (bench) => throughDraft(bench, kind),
  })),
  {
    name: 'search-word',
    title: 'Search for a word nobody has asked for',
    target: 1,
    open: (bench) => searching(bench, 'word'),
  },
  {
    name: 'search-phrase',
    title: 'Search for a phrase nobody has asked for',
    target: 1,
    open: (bench) => searching(bench, 'phrase'),
  },
  {
    name: 'search-common-phrase',
    title: 'Search for a phrase of two words that stand in every post',
    open: (bench) => searching(bench, 'commonPhrase'),
  },
  {
    name: 'create-1',
    title: 'Durable create, 1 in flight',
    target: 0.65,
    open: (bench) => creating(bench, 1),
  },
  {
    name: 'create-16',
    title: 'Durable create, 16 in flight',
    target: 0.9,
    open: (bench) => creating(bench, 16),
  },
  {
    name: 'create-history-1',
    title: 'Durable create with the history, 1 in flight',
    target: 0.95,
    open: (bench) => withoutHistory(bench, 1),
  },
  {
    name: 'create-history-16',
    title: 'Durable create with the history, 16 in flight',
    target: 0.95,
    open: (bench) => withoutHistory(bench, 16),
  },
  {
    name: 'update-1',
    title: 'Update, 1 connection',
    target: 0.65,
    open: (bench) => updating(bench, 1),
  },
  {
    name: 'update-16',
    title: 'Update, 16 connections',
    target: 0.8,
    open: (bench) => updating(bench, 16),
  },
  {
    name: 'create-grown',
    title: 'Durable create in the whole collection, 1 in flight',
    target: 0.9,
    open: growing,
  },
  { name: 'changed-since', title: 'What one edit changed, by a cursor', open: changing },
  { name: 'list-after-save', title: 'First list after a save', target: 1, open: listAfterSave },
  ...['object', 'list', 'filter', 'search'].map((kind) => ({
    name: `json-server-${kind}`,
    title: `Beside json-server: ${kind}`,
    open: (bench) => beside(bench, kind),
  })),
  { name: 'json-server-create', title: 'Beside json-server: create', open: creatingBeside },
  {
    name: 'file-whole',
    title: 'Stream of a large file, 1 connection',
    target: 0.85,
    open: (bench) => streaming(bench, { parts: false, connections: 1 }),
  },
  {
    name: 'file-ranges',
    title: 'Parts of a large file, 4 connections',
    target: 0.8,
    open: (bench) => streaming(bench, { parts: true, connections: 4 }),
  },
  {
    name: 'derivative-cold',
    title: 'WebP of a photo of 12 million pixels, made anew',
    target: 0.95,
    open: (bench) => rendering(bench, { callers: 1 }),
  },
  {
    name: 'derivative-eight',
    title: 'The same for eight callers at once',
    target: 0.95,
    open: (bench) => rendering(bench, { callers: 8 }),
  },
  {
    name: 'derivative-warm',
    title: 'A derivative that was made before, 16 connections',
    target: 0.8,
    open: warm,
  },
  { name: 'derivative-crowd', title: 'An object beside derivatives', target: 1, open: crowded },
  {
    name: 'mirror',
    title: 'Static copy of everything',
    target: 0.6,
    open: (bench) => copying(bench, { again: false }),
  },
  {
    name: 'mirror-again',
    title: 'The same with nothing changed',
    open: (bench) => copying(bench, { again: true }),
  },
  {
    name: 'upload-small',
    title: 'Upload of 100 KB into a file property',
    open: (bench) => uploading(bench, { kilobytes: 100, count: 30 }),
  },
  {
    name: 'upload-large',
    title: 'Upload of 32 MB into a file property',
    open: (bench) => uploading(bench, { kilobytes: 32 * 1024, count: 4 }),
  },
  {
    name: 'file-memory',
    title: 'Resident memory beside large files',
    target: 0.9,
    open: rememberingFiles,
  },
  {
    name: 'start-cold',
    title: 'Start to first list, without a snapshot',
    target: 1 / 1.3,
    open: (bench) => starting(bench, false),
  },
  {
    name: 'start-snapshot',
    title: 'Start to first list, with a snapshot',
    open: (bench) => starting(bench, true),
  },
  {
    name: 'history-first',
    title: 'First states of all objects in the history',
    target: 1,
    open: (bench) => takingIn(bench, false),
  },
  {
    name: 'history-first-delay',
    title: 'The longest time the event loop is held meanwhile',
    target: 1,
    open: (bench) => takingIn(bench, true),
  },
  { name: 'history-version', title: 'Read a version', target: 1, open: readingVersion },
  { name: 'history-room', title: 'Room of the history', open: historyRoom },
  { name: 'event-loop', title: 'The longest time the event loop is held', target: 1, open: holding },
  { name: 'memory', title: 'Resident memory', target: 1, open: (bench) => remembering(bench, false) },
  {
    name: 'memory-search',
    title: 'Resident memory with the index of words',
    target: 1,
    open: (bench) => remembering(bench, true),
  },
  {
    name: 'site-astro',
    title: 'Build a site with Astro',
    target: 1,
    open: (bench) => buildingAstro(bench, true),
  },
  {
    name: 'site-astro-edit',
    title: 'Build it again after an edit',
    target: 1,
    open: (bench) => buildingAstro(bench, false),
  },
  {
    name: 'preview-astro',
    title: 'From a typed word to the page, Astro',
    open: (bench) => previewing(bench, 'astro'),
  },
  {
    name: 'preview-eleventy',
    title: 'From a typed word to the page, Eleventy',
    open: (bench) => previewing(bench, 'eleventy'),
  },
  { name: 'site-repaint', title: 'From a save to the page', target: 1, open: repainting },
];
