import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { freshPlaces, openHere, put } from '../folder.js';

interface Settings {
  edition: string;
  hosts: string[];
  [key: string]: unknown;
}

const initial: Settings = { edition: 'pro', hosts: [] };

describe('a record', () => {
  test('starts from its defaults without writing anything', async () => {
    const places = freshPlaces();
    const record = await (await openHere(places)).record('settings', initial);
    expect(record.read()).toEqual(initial);
    expect(existsSync(join(places.folder, '.system'))).toBe(false);
  });

  test('is durable after an update, for its owner only, and keeps the previous copy', async () => {
    const places = freshPlaces();
    const record = await (await openHere(places)).record('settings', initial);
    await record.update((value) => value.hosts.push('one'));
    await record.update((value) => value.hosts.push('two'));
    const path = join(places.folder, '.system/settings.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ edition: 'pro', hosts: ['one', 'two'] });
    expect(JSON.parse(readFileSync(`${path}.bak`, 'utf8'))).toEqual({ edition: 'pro', hosts: ['one'] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(record.read().hosts).toEqual(['one', 'two']);
    expect(initial.hosts).toEqual([]);
  });

  test('keeps keys it does not know', async () => {
    const places = freshPlaces();
    put(places.folder, { '.system/settings.json': { edition: 'standard', theirs: { x: 1 } } });
    const record = await (await openHere(places)).record('settings', initial);
    expect(record.read()).toEqual({ edition: 'standard', hosts: [], theirs: { x: 1 } });
    await record.update((value) => value.hosts.push('one'));
    expect(JSON.parse(readFileSync(join(places.folder, '.system/settings.json'), 'utf8')).theirs).toEqual({
      x: 1,
    });
  });

  test.each([
    ['torn', '{"edition":"standard","hosts":["th'],
    ['empty', ''],
    ['NUL-filled', '\0'.repeat(80)],
    ['a list', '[]'],
    ['of another shape', '{"edition":"standard","hosts":"all"}'],
  ])('that is %s falls back to the previous copy, and its bytes are kept', async (_name, broken) => {
    const places = freshPlaces();
    const path = join(places.folder, '.system/settings.json');
    put(places.folder, {
      '.system/settings.json': broken,
      '.system/settings.json.bak': { edition: 'standard', hosts: ['kept'] },
    });
    const store = await openHere(places);
    const record = await store.record('settings', initial);
    expect(record.read()).toEqual({ edition: 'standard', hosts: ['kept'] });
    expect(store.messages.join()).toContain('settings.json is damaged');
    await record.update((value) => value.hosts.push('new'));
    expect(JSON.parse(readFileSync(path, 'utf8')).hosts).toEqual(['kept', 'new']);
    expect(JSON.parse(readFileSync(`${path}.bak`, 'utf8')).hosts).toEqual(['kept']);
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(broken);
  });

  test('whose copies are both broken starts from its defaults and says so', async () => {
    const places = freshPlaces();
    put(places.folder, { '.system/settings.json': '{', '.system/settings.json.bak': '{' });
    const store = await openHere(places);
    const record = await store.record('settings', initial);
    expect(record.read()).toEqual(initial);
    expect(store.messages.join()).toContain('no valid copy');
  });

  test('changed by another process is read again', async () => {
    const places = freshPlaces();
    const [mine, other] = await Promise.all([openHere(places), openHere(places)]);
    const here = await mine.record('apikeys', initial);
    const there = await other.record('apikeys', initial);
    await there.update((value) => value.hosts.push('made there'));
    await vi.waitFor(() => expect(here.read().hosts).toEqual(['made there']), { timeout: 15_000 });
    await there.update((value) => {
      value.hosts = [];
    });
    await vi.waitFor(() => expect(here.read().hosts).toEqual([]), { timeout: 15_000 });
    rmSync(join(places.folder, '.system/apikeys.json'));
    await vi.waitFor(() => expect(here.read()).toEqual(initial), { timeout: 15_000 });
  });

  test('loses no change when two stores and many callers change it at once', async () => {
    const places = freshPlaces();
    const stores = await Promise.all([openHere(places), openHere(places)]);
    const records = await Promise.all(stores.map((store) => store.record('apikeys', initial)));
    const names = Array.from({ length: 20 }, (_, number) => `n${number}`);
    await Promise.all(
      names.map((name, number) => records[number % 2]?.update((value) => void value.hosts.push(name))),
    );
    const stored = JSON.parse(readFileSync(join(places.folder, '.system/apikeys.json'), 'utf8'));
    expect([...stored.hosts].sort()).toEqual([...names].sort());
  });

  test('whose change throws stays as it was', async () => {
    const places = freshPlaces();
    const record = await (await openHere(places)).record('settings', initial);
    const failing = record.update((value) => {
      value.edition = 'standard';
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(record.read()).toEqual(initial);
  });

  test('that cannot be written stays as it was, also in memory', async () => {
    const places = freshPlaces();
    writeFileSync(join(places.folder, '.system'), 'a file in the way');
    const record = await (await openHere(places)).record('settings', initial);
    await expect(record.update((value) => value.hosts.push('one'))).rejects.toThrow();
    expect(record.read()).toEqual(initial);
  });

  test('of the machine lies in the state directory, not in the folder', async () => {
    const places = freshPlaces();
    const record = await (await openHere(places)).stateRecord('trust', {
      folders: {} as Record<string, string>,
    });
    await record.update((value) => {
      value.folders[places.folder] = 'yes';
    });
    expect(JSON.parse(readFileSync(join(places.state, 'trust.json'), 'utf8')).folders[places.folder]).toBe(
      'yes',
    );
    expect(existsSync(join(places.folder, '.system'))).toBe(false);
  });

  test.each(['../x', '', 'A', '.hidden', 'a/b'])('cannot be named %j', async (name) => {
    const store = await openHere(freshPlaces());
    await expect(store.record(name, {})).rejects.toThrow(expect.objectContaining({ kind: 'invalid' }));
    await expect(store.stateRecord(name, {})).rejects.toThrow(expect.objectContaining({ kind: 'invalid' }));
  });
});
