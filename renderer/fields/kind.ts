/** What a field kind's room offers the form and the lists (the form asks abilities, never names). */
import type { ComponentType, ReactNode } from 'react';
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';

/** What the frame hands to a Mantine input as it is; other controls put it on an `Input.Wrapper`. */
export interface ControlProps {
  /** DOM id the label points at. */
  id: string;
  description: ReactNode;
  error: ReactNode;
  inputWrapperOrder: ('input' | 'error' | 'description')[];
  descriptionProps: { component: 'div' };
  errorProps: { component: 'div' };
  disabled: boolean;
}

export interface FieldProps {
  control: ControlProps;
  /** DOM id of the label, for controls that are no form elements. */
  labelId: string;
  name: string;
  definition: PropertyOnWire;
  /** The edit, else the stored value. */
  value: JsonValue | undefined;
  /** Takes a value; with a problem it is kept as a draft but cannot be saved. Null removes the property. */
  onChange(value: JsonValue, problem?: string): void;
  /** Why the present value cannot be saved, as given to `onChange`. */
  problem: string | undefined;
  readOnly: boolean;
  required: boolean;
  invalid: boolean;
  /** The object does not exist yet. */
  isNew: boolean;
  placeholder: string | undefined;
  /** Direction of the text, where its language says it; a control takes it from the text otherwise. */
  dir?: 'ltr' | 'rtl';
}

export interface CellProps {
  value: JsonValue | undefined;
  definition: PropertyOnWire;
}

export interface FilesTaken {
  /** Only pictures. */
  pictures: boolean;
  /** Any number of them; else one that takes the place of what is there. */
  many: boolean;
}

export interface FieldKind {
  /** The control alone; label, help and messages are the frame's. */
  Input: ComponentType<FieldProps>;
  /** The value in a list. */
  Cell: ComponentType<CellProps>;
  /** The value as one line of text. */
  summary(value: JsonValue | undefined, definition: PropertyOnWire): string;
  /** Whether the control can show a stored value; one it cannot is shown as JSON and kept. */
  accepts(value: JsonValue): boolean;
  /**
   * What the control shows of a value, in one spelling and the same for none as for what clearing leaves: values it
   * shows alike are one to the form. Without it only the value itself is.
   */
  shown?(value: JsonValue | undefined, definition: PropertyOnWire): JsonValue;
  /** What clearing the field leaves. */
  empty: JsonValue;
  /** The control is several elements: the label names the group and points at none. */
  group?: boolean;
  /** The value is made of parts with fields of their own, which say for themselves what is wrong with them. */
  parts?: boolean;
  /** Takes files that are dropped on the form. */
  takes?: FilesTaken;
  /** Never put into the browser's storage, lists or differences. */
  sensitive?: boolean;
}
