/** How hard a password is to guess, roughly: 0 to 4, and a word for it. A hint, no rule; the rules are the schema's. */
import { t } from '../../t';

export function strengthOf(password: string): { score: 0 | 1 | 2 | 3 | 4; word: string } {
  if (password === '') return { score: 0, word: '' };
  const sorts = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((sort) => sort.test(password)).length;
  const different = new Set(password).size;
  if (password.length < 8 || different < 5) return { score: 1, word: t('Easy to guess') };
  const points = different + password.length / 3 + sorts * 2;
  if (points < 14) return { score: 2, word: t('Weak') };
  return points < 22 ? { score: 3, word: t('Fair') } : { score: 4, word: t('Strong') };
}
