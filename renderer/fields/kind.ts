/** What the admin knows of a field kind. Its code asks a kind for these abilities and never for its name. */

import type { ComponentType, ReactNode } from 'react';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import type { JsonObject, JsonValue } from '#contract/values';
import { t } from '../t';
import type { Setting } from './builder-settings';
import type { WrittenColumn } from './from-text';

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
  /** Takes a value; with a problem it is kept unsaved but cannot be saved. Null removes the property. */
  onChange(value: JsonValue, problem?: string): void;
  /** Why the present value cannot be saved, as given to `onChange`. */
  problem: string | undefined;
  readOnly: boolean;
  required: boolean;
  invalid: boolean;
  /** The object does not exist yet. */
  isNew: boolean;
  placeholder: string | undefined;
  /** `title`: the heading of the page, which a text draws large and without a frame. */
  look?: 'title';
  /** What Enter does in a heading. */
  onEnter?(): void;
  /** Direction of the text, where its language says it; a control takes it from the text otherwise. */
  dir?: 'ltr' | 'rtl';
  /** Its language, where the form knows it. */
  lang?: string;
}

export interface CellProps {
  value: JsonValue | undefined;
  definition: PropertyOnWire;
  fields: FieldLookup;
}

/** What a kind that holds other fields asks about them. It is given this, because the table of kinds imports the kind. */
export interface FieldLookup {
  /** The kind that draws a property with this value. */
  kindFor(definition: PropertyOnWire, value: JsonValue | undefined): DrawnKind;
  /** Properties the form draws, in the order of the schema. */
  shownProperties(schema: SchemaDefinition): string[];
  /** What a new object of a schema starts with. */
  initialValues(schema: SchemaDefinition): JsonObject;
}

/** Two values of a property, of two revisions of an object or of two sides of a conflict. */
export interface DifferenceProps {
  before: JsonValue | undefined;
  after: JsonValue | undefined;
  definition: PropertyOnWire;
  fields: FieldLookup;
  /** Schemas of the parts that cards and decks hold, at any depth, by id. */
  parts: ReadonlyMap<string, SchemaDefinition>;
}

export interface FilesTaken {
  /** Only pictures. */
  pictures: boolean;
  /** Any number of them; else one that takes the place of what is there. */
  many: boolean;
  /** They can be in folders, which are part of their paths. */
  folders?: boolean;
}

/** The groups of the builder's palette, in their order. */
export const PALETTE_GROUPS = [
  t('Text'),
  t('Numbers and dates'),
  t('Choices'),
  t('Links and contacts'),
  t('Appearance'),
  t('Media'),
  t('Nested'),
  t('Languages'),
  t('Special'),
] as const;

/** A kind in the schema builder. */
export interface BuilderEntry {
  group: (typeof PALETTE_GROUPS)[number];
  label: string;
  /** One line: what it is for. */
  help: string;
  /** Further words it is found by. */
  words?: string;
  /** What can be set, apart from what every kind has. */
  settings: readonly Setting[];
  /** Keys of a new property's definition, apart from its kind and label. */
  definition?: JsonObject;
  /** An object has one at most, and under this name. */
  onlyAs?: string;
}

/** The column a list makes of a property. */
export interface ColumnDefaults {
  /** Width in pixels the column needs at least. */
  min: number;
  /** Share of the space that is left over. */
  grow: number;
  align?: 'end';
  /** A badge with the label where the value is true. */
  show?: 'flag';
  /** A first click on the head sorts from the highest value down. */
  descending?: boolean;
  /** Place among the columns shown at first, lower first; without it the column is shown only on demand. */
  rank?: number;
}

/** How a filter asks about a property: each topic has its questions and its control for the value. */
export type FilterTopic =
  | 'text'
  | 'long'
  | 'number'
  | 'flag'
  | 'date'
  | 'moment'
  | 'time'
  | 'choice'
  | 'choices'
  | 'words';

/** What a bulk edit can do to the values of many objects. */
export type BulkAction = 'set' | 'clear' | 'add' | 'remove' | 'toggle';

/** A control. `load` fetches its code where that comes only when it is needed; without it, it is there. */
export type FieldInput = ComponentType<FieldProps> & { load?(): Promise<unknown> };

/** What draws a value and what its value is like. */
export interface DrawnKind {
  /** The control alone; label, help and messages are the frame's. */
  Input: FieldInput;
  /** The value in a list. */
  Cell: ComponentType<CellProps>;
  /** How two values differ; the value itself where they are equal. */
  Difference: ComponentType<DifferenceProps>;
  /** The value as one line of text. */
  summary(value: JsonValue | undefined, definition: PropertyOnWire): string;
  /** Whether the control can show a stored value; the form shows one it cannot as JSON, beside the empty control. */
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
  /**
   * The value is made of objects with fields of their own, which show their messages themselves: `one` object, or
   * `many` by their ids.
   */
  parts?: 'one' | 'many';
  /** The value has one text for each language. */
  byLanguage?: boolean;
  /** Takes files that are dropped on the form. */
  takes?: FilesTaken;
  /** How filters ask about it, which also says what it is like; without it filters do not offer the property. */
  filter?: FilterTopic;
  /** Never put into the browser's storage, lists or differences. */
  sensitive?: boolean;
}

/** Where a text from a spreadsheet goes. */
export interface PastedAt extends WrittenColumn {
  before: JsonValue | undefined;
  /** The language that fields show; empty where none was chosen. */
  locale: string;
}

/** A kind a schema can name. */
export interface FieldKind extends DrawnKind {
  /** JSON type of its values, as a schema names it; text where absent. */
  type?: 'number' | 'boolean' | 'array' | 'object';
  /** In no export. */
  unexported?: boolean;
  /** Never drawn by the form. */
  unseen?: boolean;
  /** Can name an object whose schema has none of the usual properties for it. */
  title?: boolean;
  /** Whether a form can show a default of the schema before the server fills it in. Without it: always. */
  showsDefault?(value: JsonValue): boolean;
  builder: BuilderEntry;
  /** Without it the property makes no column, as a value that says nothing in a cell. */
  column?: ColumnDefaults;
  /**
   * How a table changes a value in its cell: by this control, which has room for a line, or by turning it round. Without
   * it a value is changed in the form only.
   */
  inCell?: FieldInput | 'flip';
  /** The value that a text from a spreadsheet means; undefined where it means none. Without it none is taken. */
  fromText?(text: string, definition: PropertyOnWire, at: PastedAt): JsonValue | undefined;
  /** What a bulk edit can do; without it many objects cannot sensibly get the same value. */
  bulk?: readonly BulkAction[];
}
