/** `settings.visibility`, evaluated as the server does it (spec/field-kinds.md#settings). */
export {
  isEmptyValue,
  OPERATORS,
  type Operator,
  type Visibility,
  type VisibilityRule,
  visibilityOf,
  visibilityRule,
} from '#contract/visibility';
