/**
 * Hashes of passwords: scrypt, its parameters and salt stored beside the result. scrypt is part of Node, so nothing
 * has to be compiled or kept up.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { message } from '../contract/messages/message.js';
import { WorkQueue } from './work-queue.js';

/** Cost of new hashes, as in `BOUNDS`. */
export interface PasswordCost {
  logN: number;
  r: number;
  p: number;
}

/** 32 MB and three rounds. */
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 3 };
const SALT = 16;
const LENGTH = 32;
/** Bounds for the cost of hashes from files, so that no file can make a sign-in take minutes. */
const BOUNDS = { logN: [14, 17], r: [8, 8], p: [1, 4], salt: [8, 64], hash: [16, 64] } as const;

const SHAPE =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{4,100})\$([A-Za-z0-9+/]{4,100})$/;

interface Parsed extends PasswordCost {
  salt: Buffer;
  hash: Buffer;
}

const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;

function parse(stored: string): Parsed | undefined {
  const [, ln, r, p, salt, hash] = SHAPE.exec(stored) ?? [];
  if (ln === undefined || salt === undefined || hash === undefined) return undefined;
  const parsed = {
    logN: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
  const sound =
    within(parsed.logN, BOUNDS.logN) &&
    within(parsed.r, BOUNDS.r) &&
    within(parsed.p, BOUNDS.p) &&
    within(parsed.salt.length, BOUNDS.salt) &&
    within(parsed.hash.length, BOUNDS.hash);
  return sound ? parsed : undefined;
}

/** Whether a stored text is a hash this file can compare with. */
export const isPasswordHash = (value: unknown): value is string =>
  typeof value === 'string' && parse(value) !== undefined;

/** Unicode normalization, so that a password is the same on every keyboard. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8');

function derive(password: string, { logN, r, p, salt }: Omit<Parsed, 'hash'>, length: number) {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 2 ** logN * r * 128 * 2 };
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(bytesOf(password), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

export class Passwords {
  /** At most two at a time: the other libuv threads keep serving files. */
  readonly #queue = new WorkQueue({ running: 2, waiting: 32 }, message('signInsBusy'));

  readonly #cost: PasswordCost;

  constructor(cost = PASSWORD_COST) {
    this.#cost = cost;
  }

  /** A hash of a password with a random salt. Throws `busy` when too many are pending. */
  async hash(password: string): Promise<string> {
    const { logN, r, p } = this.#cost;
    const salt = randomBytes(SALT);
    const key = await this.#queue.run(() => derive(password, { logN, r, p, salt }, LENGTH));
    return `$scrypt$ln=${logN},r=${r},p=${p}$${base64(salt)}$${base64(key)}`;
  }

  /**
   * Whether a password matches a hash. Without a hash it takes equally long and returns false, so that timing does not
   * reveal whether a user exists. Throws `busy` when too many are pending.
   */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const known = stored === undefined ? undefined : parse(stored);
    const cost = known ?? { ...this.#cost, salt: randomBytes(SALT) };
    const length = known?.hash.length ?? LENGTH;
    const key = await this.#queue.run(() => derive(password, cost, length));
    return known !== undefined && timingSafeEqual(key, known.hash);
  }
}
