/**
 * Records of the zip format (PKWARE APPNOTE 6.3, Info-ZIP's time stamps), with Zip64 wherever a number is too large.
 * Names are UTF-8 and files ordinary files with mode 0644.
 */

const UTF8_NAME = 1 << 11;
const SIZES_FOLLOW = 1 << 3;
const PLAIN_VERSION = 20;
const ZIP64_VERSION = 45;
const CREATED_ON_UNIX = 3 << 8;
const ORDINARY_FILE = (0o100644 << 16) >>> 0;

const ZIP64_EXTRA = 0x0001;
const TIME_EXTRA = 0x5455;

/** From here on a number does not fit and the field holds nothing but this value. */
const MAX_UINT32 = 0xffffffff;
const MAX_UINT16 = 0xffff;

export const STORED = 0;
export const DEFLATED = 8;

/** What a record says of a file. */
export interface FileRecord {
  name: Buffer;
  modified: Date;
  method: typeof STORED | typeof DEFLATED;
  crc: number;
  /** Bytes in the archive, and bytes of the file. */
  packed: number;
  size: number;
  /** Offset of its local header. */
  offset: number;
  /** Sizes follow the content, since they were not known before. */
  sizesFollow: boolean;
  /** Sizes take eight bytes, decided before they were known. */
  large: boolean;
}

/** A field of an integer: its number of bytes and its value. */
type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** The fields one after the other, little-endian. */
function fields(...list: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(list.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of list) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** The time as DOS had it, in UTC: two seconds are its smallest unit, 1980 its first year. */
function dosTime(date: Date): readonly [Field, Field] {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return [
    [2, time],
    [2, day],
  ];
}

/** The exact time, in seconds, for programs that support the extra field. */
function exactTime(date: Date): Buffer {
  const seconds = Math.min(Math.max(Math.floor(date.getTime() / 1000), 0), 0x7fffffff);
  return Buffer.concat([fields([2, TIME_EXTRA], [2, 5]), Buffer.of(1), fields([4, seconds])]);
}

const zip64 = (...numbers: number[]): Buffer =>
  fields([2, ZIP64_EXTRA], [2, numbers.length * 8], ...numbers.map((value): Field => [8, value]));

const flagsOf = ({ sizesFollow }: FileRecord): number => UTF8_NAME | (sizesFollow ? SIZES_FOLLOW : 0);

/** In front of a file. */
export function localHeader(file: FileRecord): Buffer {
  const { name, modified, method, large, sizesFollow } = file;
  const known = sizesFollow ? { crc: 0, packed: 0, size: 0 } : file;
  const extra = Buffer.concat([
    exactTime(modified),
    large ? zip64(known.size, known.packed) : Buffer.alloc(0),
  ]);
  const head = fields(
    [4, 0x04034b50],
    [2, large ? ZIP64_VERSION : PLAIN_VERSION],
    [2, flagsOf(file)],
    [2, method],
    ...dosTime(modified),
    [4, known.crc],
    [4, large ? MAX_UINT32 : known.packed],
    [4, large ? MAX_UINT32 : known.size],
    [2, name.length],
    [2, extra.length],
  );
  return Buffer.concat([head, name, extra]);
}

/** Behind a file whose sizes were not known in front of it. */
export function sizesRecord({ crc, packed, size, large }: FileRecord): Buffer {
  const bytes = large ? 8 : 4;
  return fields([4, 0x08074b50], [4, crc], [bytes, packed], [bytes, size]);
}

/** The file's line in the directory at the end of the archive. */
export function directoryRecord(file: FileRecord): Buffer {
  const { name, modified, method, crc, packed, size, offset } = file;
  const tooLarge = [size, packed, offset].filter((value) => value >= MAX_UINT32);
  const extra = Buffer.concat([
    exactTime(modified),
    tooLarge.length > 0 ? zip64(...tooLarge) : Buffer.alloc(0),
  ]);
  const version = tooLarge.length > 0 || file.large ? ZIP64_VERSION : PLAIN_VERSION;
  const head = fields(
    [4, 0x02014b50],
    [2, CREATED_ON_UNIX | ZIP64_VERSION],
    [2, version],
    [2, flagsOf(file)],
    [2, method],
    ...dosTime(modified),
    [4, crc],
    [4, Math.min(packed, MAX_UINT32)],
    [4, Math.min(size, MAX_UINT32)],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, ORDINARY_FILE],
    [4, Math.min(offset, MAX_UINT32)],
  );
  return Buffer.concat([head, name, extra]);
}

/** The end of the archive: where its directory is. */
export function endRecord({ count, size, offset }: { count: number; size: number; offset: number }): Buffer {
  const plain = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, MAX_UINT16)],
    [2, Math.min(count, MAX_UINT16)],
    [4, Math.min(size, MAX_UINT32)],
    [4, Math.min(offset, MAX_UINT32)],
    [2, 0],
  );
  if (count < MAX_UINT16 && size < MAX_UINT32 && offset < MAX_UINT32) return plain;
  const record = fields(
    [4, 0x06064b50],
    [8, 44],
    [2, CREATED_ON_UNIX | ZIP64_VERSION],
    [2, ZIP64_VERSION],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  );
  const locator = fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]);
  return Buffer.concat([record, locator, plain]);
}
