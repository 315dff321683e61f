/** The types of values in answers, from which types for other languages are printed. */

/** Values that are objects of a fixed shape; `plinth/client` has their types. */
export type NamedValue = 'ColorValue' | 'DepotValue' | 'FileValue' | 'ImageValue' | 'LocalizedText';

export type ValueType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'unknown'
  | NamedValue
  | { list: ValueType }
  /** One of these values; `open`: others of the same type are possible. */
  | { oneOf: readonly (string | number | boolean)[]; open: boolean };
