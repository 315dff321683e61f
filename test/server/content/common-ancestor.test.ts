/** Which version of the history is taken as the common one of two others, and where none is. */
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../server/async/yielder.js';
import { commonAncestor, type LineVersion } from '../../../server/content/conflicts/common-ancestor.js';
import { compareVersions, decided, stampsOf } from '../../../server/content/conflicts/compare.js';
import type { JsonObject } from '../../../server/contract/values.js';

const fields = () => undefined;
const LONG = 'a text that is not there by chance';

/** Versions that follow each other, each a minute after the one before; `*`: written by another program. */
function lineOf(...changes: JsonObject[]): LineVersion[] {
  let document: JsonObject = { id: 'a', created: '2026-01-01T00:00:00.000Z' };
  return changes.map(({ outside, ...change }, at) => {
    document = { ...document, ...change, modified: new Date(Date.UTC(2026, 0, 2, 0, at)).toISOString() };
    return { revision: `r${at}`, at, saved: outside !== true, document };
  });
}

/** A version made from one of a line, after all of them. */
const from = ({ document }: LineVersion, change: JsonObject): JsonObject => ({
  ...document,
  ...change,
  modified: '2026-02-01T00:00:00.000Z',
});

function compare(line: LineVersion[], theirs: JsonObject, revision = 'elsewhere') {
  const mine = line.at(-1) as LineVersion;
  const ancestor = commonAncestor(line, mine, { revision, document: theirs }, stampsOf(fields));
  const steps = compareVersions(
    ancestor && { ...ancestor, base: ancestor.superseded ? theirs : ancestor.base.document },
    mine.document,
    theirs,
    fields,
  );
  const comparison = atOnce(steps);
  return { ancestor, clashes: [...comparison.clashes], merged: decided(comparison, {}) };
}

const first = (line: LineVersion[]) => line[0] as LineVersion;
const second = (line: LineVersion[]) => line[1] as LineVersion;

describe('the common version of a file and a copy from another machine', () => {
  it('is the one before all edits of this machine, however many there were', () => {
    const line = lineOf({ title: 'one', text: 'x' }, { title: 'two' }, { title: 'three' }, { title: 'four' });
    const { ancestor, clashes, merged } = compare(line, from(first(line), { text: LONG }));
    expect(ancestor?.base.revision).toBe('r0');
    expect(clashes).toEqual([]);
    expect(merged).toMatchObject({ title: 'four', text: LONG });
  });

  it('is a later one whose change the copy has', () => {
    const line = lineOf({ title: 'one', text: 'x' }, { text: LONG }, { title: 'here' });
    const { ancestor, merged } = compare(
      line,
      from(second(line), { text: 'changed after that', tags: 'new' }),
    );
    expect(ancestor?.base.revision).toBe('r0');
    expect(merged.title).toBe('here');
    const shown = compare(line, from(second(line), { tags: 'new' }));
    expect(shown.ancestor?.base.revision).toBe('r1');
    expect(shown.merged).toMatchObject({ title: 'here', text: LONG, tags: 'new' });
  });

  it('is not a later one because of a switch that both machines have set', () => {
    const line = lineOf({ title: 'one', draft: true }, { title: LONG }, { draft: false }, { tags: 't' });
    const { clashes, ancestor } = compare(line, from(first(line), { title: 'two', draft: false }));
    expect(ancestor?.base.revision).toBe('r0');
    expect(clashes).toEqual(['title']);
  });

  it('is not a later one whose other change the copy lacks', () => {
    const line = lineOf({ title: 'one', text: 'x' }, { title: 'two', text: LONG }, { tags: 't' });
    const { ancestor, clashes } = compare(line, from(first(line), { text: LONG }));
    expect(ancestor?.base.revision).toBe('r0');
    expect(clashes).toEqual([]);
  });

  it('is none where the copy was created on its own, or is older than all that is known', () => {
    const line = lineOf({ title: 'one' }, { title: 'two' });
    const created = { ...from(first(line), { title: 'three' }), created: '2026-01-05T00:00:00.000Z' };
    expect(compare(line, created)).toMatchObject({ ancestor: undefined, clashes: ['title'] });
    const older = { ...from(first(line), { title: 'three' }), modified: '2026-01-01T12:00:00.000Z' };
    expect(compare(line, older)).toMatchObject({ ancestor: undefined, clashes: ['title'] });
    expect(compare(line.slice(1), older)).toMatchObject({ ancestor: undefined, clashes: ['title'] });
  });

  it('makes a clash of a value that was changed and changed back', () => {
    const line = lineOf({ title: 'one' }, { title: 'two' }, { title: 'one', tags: 'x' });
    const { clashes } = compare(line, from(first(line), { title: 'three' }));
    expect(clashes).toEqual(['title']);
  });
});

describe('the common version of a copy that was written here', () => {
  it('is the one before, where a version from elsewhere has come in its place', () => {
    const line = lineOf(
      { title: 'one', text: 'x' },
      { text: LONG },
      { text: 'x', title: 'there', outside: true },
    );
    const { ancestor, clashes, merged } = compare(line, second(line).document, 'r1');
    expect(ancestor).toMatchObject({ superseded: false, base: { revision: 'r0' } });
    expect(clashes).toEqual([]);
    expect(merged).toMatchObject({ title: 'there', text: LONG });
  });

  it('is the copy itself, where all that follows was written on it', () => {
    const line = lineOf({ title: 'one', text: 'x' }, { text: LONG }, { text: 'x' });
    const { ancestor, merged } = compare(line, second(line).document, 'r1');
    expect(ancestor?.superseded).toBe(true);
    expect(merged).toMatchObject({ text: 'x' });
  });

  it('is none where nothing before it is known', () => {
    const line = lineOf({ text: LONG }, { text: 'x', outside: true });
    expect(compare(line, first(line).document, 'r0')).toMatchObject({
      ancestor: undefined,
      clashes: ['text'],
    });
  });
});
