/** Passwords in links (spec/files.md#password-links): AES-256-GCM under a key of the folder, base64url. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { JsonRecord } from '../store/types/documents.js';

/** `.system/link-key.json`; the key is made when the first link is. */
export interface LinkKeyFile {
  key?: unknown;
}

const ALGORITHM = 'aes-256-gcm';
const KEY = 32;
const NONCE = 12;
const TAG = 16;
/** Longest text that is looked at; passwords are far shorter. */
const MAX_LENGTH = 1000;

export class LinkPasswords {
  readonly #record: JsonRecord<LinkKeyFile>;

  constructor(record: JsonRecord<LinkKeyFile>) {
    this.#record = record;
  }

  /** A password encrypted for a link; each result is different. */
  async encrypt(password: string): Promise<string> {
    if (!this.#key()) {
      await this.#record.update((file) => {
        file.key = randomBytes(KEY).toString('base64url');
      });
    }
    const key = this.#key();
    if (!key) throw new Error('Could not create the key for links');
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** The password of a link; undefined for anything not encrypted with the key of this folder. */
  decrypt(text: string): string | undefined {
    const key = this.#key();
    if (!key || text.length > MAX_LENGTH) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length <= NONCE + TAG) return undefined;
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE));
    decipher.setAuthTag(bytes.subarray(-TAG));
    try {
      const opened = [decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch {
      return undefined;
    }
  }

  #key(): Buffer | undefined {
    const { key } = this.#record.read();
    const bytes = typeof key === 'string' ? Buffer.from(key, 'base64url') : undefined;
    return bytes?.length === KEY ? bytes : undefined;
  }
}
