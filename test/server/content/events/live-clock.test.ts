/** Objects become live, and cease to be, as the clock says (spec/queries.md#published). */
import { describe, expect, it, onTestFinished } from 'vitest';
import { LiveClock, type LiveClockRecord } from '../../../../server/content/events/live-clock.js';
import { patchObject } from '../../../../server/content/objects/write.js';
import { listObjects } from '../../../../server/content/reading/list.js';
import type { Site } from '../../../../server/site.js';
import { makeSite, shownIn } from '../../../helpers/site.js';

const NEWS = {
  id: 'news',
  properties: {
    id: { field: 'id' },
    draft: { field: 'toggle' },
    from: { field: 'datetime' },
    until: { field: 'date' },
  },
  required: ['id'],
  index: ['id', 'from'],
};

const RULE = { from: 'from', until: 'until' };

/** A site whose clock stands at `start`, with objects of those values. */
async function makeNews(objects: Record<string, unknown>[], start = '2026-05-01T08:00:00Z') {
  const clock = { now: new Date(start) };
  const test = await makeSite({
    now: () => clock.now,
    files: { '.system/settings.json': { general: { timezone: 'Europe/Berlin' } } },
    trust: true,
    schemas: [NEWS],
    collections: [{ id: 'news', schema: 'news', published: RULE }],
    objects: { news: objects },
  });
  const due: string[] = [];
  const watch = async (site: Site) => {
    const record = await site.store.stateRecord<LiveClockRecord>('published', { folders: {} });
    const log = (_level: string, message: string, error?: unknown) => test.log.push(`${message} ${error}`);
    site.events.on((event, { actor }) => {
      if (actor.kind === 'plinth' && 'id' in event) due.push(`${event.type} ${event.id}`);
    });
    const live = new LiveClock(site, { record, log });
    onTestFinished(() => live.close());
    await live.check();
    return live;
  };
  const live = await watch(test.site);
  /** What is announced when the clock shows a time. */
  const at = async (time: string, checked = live) => {
    clock.now = new Date(time);
    await checked.check();
    return due.splice(0).sort().join(', ');
  };
  const shown = async () => {
    const list = await listObjects(test.site, 'news', { published: '1', sort: 'id', order: 'asc' });
    const { objects: found } = shownIn(list) as { objects: { id: string }[] };
    return found.map(({ id }) => id).join(' ');
  };
  return { ...test, clock, live, at, shown, watch };
}

const OBJECTS = [
  { id: 'always' },
  { id: 'draft', draft: true, from: '2026-05-01T09:00:00Z' },
  { id: 'soon', from: '2026-05-01T09:00:00Z', until: '2026-05-02' },
  { id: 'local', from: '2026-05-01T12:00:00' },
];

describe('a date that comes', () => {
  it('makes an object live, announced once, in the time zone of the folder', async () => {
    const { at, shown } = await makeNews(OBJECTS);
    expect([await at('2026-05-01T08:59:59.999Z'), await shown()]).toEqual(['', 'always']);
    expect([await at('2026-05-01T09:00:00Z'), await shown()]).toEqual(['object.updated soon', 'always soon']);
    expect([await at('2026-05-01T09:59:59Z'), await shown()]).toEqual(['', 'always soon']);
    expect([await at('2026-05-01T10:00:00Z'), await shown()]).toEqual([
      'object.updated local',
      'always local soon',
    ]);
    expect([await at('2026-05-02T21:59:59Z'), await shown()]).toEqual(['', 'always local soon']);
    expect([await at('2026-05-02T22:00:00Z'), await shown()]).toEqual([
      'object.updated soon',
      'always local',
    ]);
  });

  it('counts after sleep, and in both directions when the clock is set', async () => {
    const { at, shown } = await makeNews(OBJECTS);
    expect(await at('2027-01-01T00:00:00Z')).toBe('object.updated local');
    expect(await shown()).toBe('always local');
    expect(await at('2026-05-01T11:00:00Z')).toBe('object.updated soon');
    expect(await shown()).toBe('always local soon');
    expect(await at('2026-05-01T08:00:00Z')).toBe('object.updated local, object.updated soon');
    expect(await shown()).toBe('always');
  });

  it('that came while the folder was not served is announced by the next start', async () => {
    const { live, at, clock, openAgain, watch, site } = await makeNews(OBJECTS);
    await at('2026-05-01T08:30:00Z');
    await live.close();
    await site.close();
    clock.now = new Date('2026-05-01T11:00:00Z');
    const again = await watch(await openAgain());
    expect(await at('2026-05-01T11:00:01Z', again)).toBe('object.updated local, object.updated soon');
    expect(await at('2026-05-01T11:00:02Z', again)).toBe('');
  });

  it('is not announced where the object was saved since', async () => {
    const { at, site, clock } = await makeNews(OBJECTS);
    clock.now = new Date('2026-05-01T08:30:00Z');
    await patchObject(site, 'news', 'always', { from: '2026-05-01T08:29:00Z', until: '2026-05-01' }, {});
    expect(await at('2026-05-01T08:30:01Z')).toBe('');
    expect(await at('2026-05-01T22:00:00Z')).toBe(
      'object.updated always, object.updated local, object.updated soon',
    );
  });
});
