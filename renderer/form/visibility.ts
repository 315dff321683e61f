/** `settings.visibility`, evaluated as the server does it (facts, universal settings). */
export {
  isEmptyValue,
  OPERATORS,
  type Operator,
  type Visibility,
  type VisibilityRule,
  visibilityOf,
  visibilityRule,
} from '#contract/visibility';
