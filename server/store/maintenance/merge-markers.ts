/** Files in which git has left two versions of some lines. */
import { isReadWhole, objectIn } from '../disk/json-file.js';
import type { MarkedVersions } from '../types/maintenance.js';

const BEGIN = /^<{7}(?: (.*)|$)/;
const BASE = /^\|{7}(?: |$)/;
const MIDDLE = /^={7}$/;
const END = /^>{7}(?: (.*)|$)/;

type Side = 'ours' | 'base' | 'theirs';

interface Versions {
  ours: string;
  theirs: string;
  /** The common ancestor; only some settings of git include it. */
  base: string | undefined;
  labels: MarkedVersions['labels'];
}

/** The versions a text holds; undefined where its markers are not in order. */
function versionsIn(text: string): Versions | undefined {
  const lines: Record<Side, string[]> = { ours: [], base: [], theirs: [] };
  let side: Side | undefined;
  let [hunks, bases] = [0, 0];
  const labels = { mine: '', theirs: '' };
  for (const line of text.split(/\r?\n/)) {
    const [begin, end] = [BEGIN.exec(line), END.exec(line)];
    if (begin) {
      if (side !== undefined) return undefined;
      side = 'ours';
      labels.mine ||= begin[1]?.trim() ?? '';
      hunks += 1;
    } else if (BASE.test(line) && side === 'ours') {
      side = 'base';
      bases += 1;
    } else if (MIDDLE.test(line) && side !== undefined && side !== 'theirs') side = 'theirs';
    else if (end) {
      if (side !== 'theirs') return undefined;
      side = undefined;
      labels.theirs ||= end[1]?.trim() ?? '';
    } else for (const one of side ? [side] : (['ours', 'base', 'theirs'] as const)) lines[one].push(line);
  }
  if (side !== undefined || hunks === 0) return undefined;
  const [ours, base, theirs] = [lines.ours, lines.base, lines.theirs].map((some) => some.join('\n'));
  return { ours: ours ?? '', theirs: theirs ?? '', base: bases === hunks ? base : undefined, labels };
}

/** The versions in a file with markers; undefined for other files, and where a version is not an object. */
export function markedVersions(bytes: Buffer): MarkedVersions | undefined {
  const versions = versionsIn(bytes.toString('utf8'));
  if (!versions) return undefined;
  const { ours, theirs, base = '', labels } = versions;
  const texts = [ours, theirs, base].map((text) => Buffer.from(text));
  const [mine, other, common] = texts.map(objectIn);
  if (!mine || !other) return undefined;
  const whole = texts.every((bytes) => isReadWhole(bytes));
  return { mine, theirs: other, base: common, whole, labels };
}
