/** What the grammar of filters cannot say; the builder tells instead of asking for something else. Pure. */
import { VALUE_SEPARATOR } from '#contract/criteria';
import type { FilterTopic } from '../../fields/kind';
import type { Condition } from './condition';

const texts = {
  comma: 'Values with a comma cannot be filtered, because commas separate conditions.',
  commaInText:
    'A filter value cannot contain a comma, because commas separate conditions. Filter by the parts before and after it.',
  flag: (value: string) =>
    value === 'true'
      ? `“${value}” means on here. To find the word, use “contains”.`
      : `“${value}” means off here. To find the word, use “contains”.`,
  star: 'Values that start or end with * are wildcards and cannot be filtered.',
};

/** A value can be asked for as one of several. */
export const fitsInList = (value: string): boolean =>
  !value.includes(',') && !value.includes(VALUE_SEPARATOR) && !hasStar(value);

const hasStar = (value: string): boolean => /^\*|\*$/.test(value.trim());

const isWord = (value: string): boolean => value === 'true' || value === 'false';

/** Why a condition cannot be asked, as a sentence; undefined when it can. */
export function limitOf({ operator, value }: Condition, topic: FilterTopic | undefined): string | undefined {
  const free = topic === 'text' || topic === 'long' || topic === 'words';
  if (value.includes(',')) return free ? texts.commaInText : texts.comma;
  const equal = operator === 'eq' || operator === 'ne';
  const values = equal
    ? [value]
    : operator === 'in' || operator === 'notin'
      ? value.split(VALUE_SEPARATOR)
      : [];
  const flag = values.map((one) => one.trim()).find(isWord);
  if (flag !== undefined && free) return texts.flag(flag);
  if ((topic === 'choice' || topic === 'choices') && values.some(hasStar)) return texts.star;
  return undefined;
}

/** Whether a condition can be sent: it names a value, and the grammar can say it. */
export const isReady = (condition: Condition, topic: FilterTopic | undefined): boolean =>
  condition.value.trim() !== '' && limitOf(condition, topic) === undefined;
