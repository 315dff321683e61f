/** The types of values that a definition can narrow to choices. */
import type { PropertyDefinition } from '../contract/schemas.js';
import { itemType, type Scalar, scalarType } from './select/choices.js';
import { optionsOf } from './select/options.js';
import type { ValueType } from './value-type.js';

const scalarValue = (type: Scalar): 'string' | 'number' | 'boolean' => (type === 'integer' ? 'number' : type);

type Choice = string | number | boolean;

const choicesOf = (values: unknown, type: string): Choice[] =>
  Array.isArray(values)
    ? values.filter(
        (value): value is Choice =>
          ['string', 'number', 'boolean'].includes(typeof value) && typeof value === type,
      )
    : [];

/** The choices of a definition: closed by `enum`, open with `options`. A text may be empty. */
function withChoices(definition: PropertyDefinition, keywords: unknown, scalar: Scalar): ValueType {
  const type = scalarValue(scalar);
  const closed = choicesOf(keywords, type);
  const blank = type === 'string' ? [''] : [];
  if (closed.length > 0) return { oneOf: [...new Set([...closed, ...blank])], open: false };
  const options = choicesOf(
    optionsOf(definition.options).map(({ value }) => value),
    type,
  );
  return options.length > 0 ? { oneOf: [...new Set(options)], open: true } : type;
}

/** The type of one choice. */
export const choiceType = (definition: PropertyDefinition): ValueType =>
  withChoices(definition, definition.enum, scalarType(definition.type));

/** Whether the entries of a list are of a type of their own, such as objects. */
const hasOtherItems = ({ items }: PropertyDefinition): boolean =>
  typeof items === 'object' &&
  items !== null &&
  !('type' in items && ['string', 'number', 'integer', 'boolean'].some((type) => type === items.type));

/** The type of a list of choices. */
export const choicesType = (definition: PropertyDefinition): ValueType => ({
  list: hasOtherItems(definition) ? 'unknown' : withChoices(definition, undefined, itemType(definition)),
});

/** A text, or one of those that `enum` names. */
export const textType = (definition: PropertyDefinition): ValueType =>
  withChoices({ ...definition, options: undefined }, definition.enum, 'string');
