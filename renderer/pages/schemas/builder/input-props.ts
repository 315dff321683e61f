import type { JsonValue } from '#contract/values';

/** What the input of a setting is given. */
export interface InputProps {
  size: 'xs';
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: JsonValue | undefined;
  /** `undefined` takes the key away. */
  onChange(value: JsonValue | undefined): void;
}
