/** Passwords that attackers try first: the most common ones, and those made of publicly known names. */
import { onDemand } from '../on-demand.js';
import { nameKey } from './name-key.js';

/** Fewer different characters make a password of any length easy to guess. */
const MIN_CHARACTERS = 4;
/** Shorter names occur in too many good passwords by chance. */
const MIN_NAME_LENGTH = 4;

const common = onDemand<typeof import('@zxcvbn-ts/language-common')>('@zxcvbn-ts/language-common');

export class CommonPasswords {
  #list: ReadonlySet<string> | undefined;

  /**
   * Why a password is too easy to guess, as a sentence without its subject; undefined for one that is not. `names`:
   * publicly known names of the user and the folder.
   */
  problem(password: string, names: readonly string[]): string | undefined {
    if (new Set(password).size < MIN_CHARACTERS) {
      return `must have at least ${MIN_CHARACTERS} different characters`;
    }
    const key = nameKey(password);
    const core = coreOf(key);
    const named = names.map(nameKey).filter((name) => name !== '');
    if (named.some((name) => key === name || (name.length >= MIN_NAME_LENGTH && core === coreOf(name)))) {
      return 'must not be made of the name, the email address or the folder name';
    }
    this.#list ??= new Set(common().dictionary['passwords-common'].map(String));
    const often = this.#list.has(key) || (core !== '' && this.#list.has(core));
    return often ? 'is a common password; choose one that is harder to guess' : undefined;
  }
}

/** A password without the digits and signs that are put before and after a word. */
const coreOf = (text: string): string => text.replace(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '');
