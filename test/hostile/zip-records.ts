/** Zip archives made record by record: quickly, of more entries than writers make. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Member {
  name: string;
  /** Without it the entry is a name for nothing. */
  content?: Buffer;
}

const DEFLATED = 8;
/** What the fields of the old end record hold where the new one tells more. */
const IN_ZIP64 = { count: 0xffff, place: 0xffffffff };

interface Packed {
  name: Buffer;
  bytes: Buffer;
  sum: number;
  size: number;
}

/** The fields an entry's two records have in common, from the version to the lengths. */
function fields({ name, bytes, sum, size }: Packed): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(0x800, 2);
  head.writeUInt16LE(DEFLATED, 4);
  head.writeUInt16LE(0x21, 8);
  head.writeUInt32LE(sum, 10);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
}

function listed(packed: Packed, place: number): Buffer[] {
  const record = Buffer.alloc(46);
  record.write('PK\x01\x02\x14\x00', 'latin1');
  fields(packed).copy(record, 6);
  record.writeUInt32LE(place, 42);
  return [record, packed.name];
}

function end(count: number, size: number, place: number): Buffer {
  const record = Buffer.alloc(56 + 20 + 22);
  record.write('PK\x06\x06', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  for (const [at, value] of [count, count, size, place].entries()) {
    record.writeBigUInt64LE(BigInt(value), 24 + at * 8);
  }
  record.write('PK\x06\x07', 56, 'latin1');
  record.writeBigUInt64LE(BigInt(place + size), 64);
  record.writeUInt32LE(1, 72);
  record.write('PK\x05\x06', 76, 'latin1');
  for (const at of [84, 86]) record.writeUInt16LE(IN_ZIP64.count, at);
  for (const at of [88, 92]) record.writeUInt32LE(IN_ZIP64.place, at);
  return record;
}

const EMPTY = deflateRawSync(Buffer.alloc(0));

/** An archive of these entries. Those without content share one place. */
export function archive(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let place = 0;
  let shared: number | undefined;
  for (const { name, content } of members) {
    const packed = {
      name: Buffer.from(name),
      bytes: content ? deflateRawSync(content) : EMPTY,
      sum: content ? crc32(content) : 0,
      size: content?.length ?? 0,
    };
    if (content !== undefined || shared === undefined) {
      const local = [Buffer.from('PK\x03\x04', 'latin1'), fields(packed), packed.name, packed.bytes];
      list.push(...listed(packed, place));
      if (content === undefined) shared = place;
      parts.push(...local);
      place += local.reduce((sum, part) => sum + part.length, 0);
    } else list.push(...listed(packed, shared));
  }
  const directory = Buffer.concat(list);
  return Buffer.concat([...parts, directory, end(members.length, directory.length, place)]);
}
