/** What the module of a field kind must and may offer (decision 5: code asks abilities, never names). */
import type { FileItem } from '../contract/files.js';
import type { Message } from '../contract/messages/message.js';
import type { KindName, PropertyDefinition } from '../contract/schemas.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import type { FileAbilities } from './files/abilities.js';
import type { VisitReference } from './references.js';
import type { ValueType } from './value-type.js';

/** What a kind may need to know of the moment of a save. Injected, so that tests hold the clock. */
export interface SaveContext {
  now: Date;
  /** How many objects the collection has ever had, plus one: the `${oid}` of autogen. */
  ordinal?: number;
  /** Reads long texts without holding other requests up; absent: they are read at once. */
  longTexts?: LongTextReader;
  /** When the save has to let other requests go first. */
  yielder?: { readonly exhausted: boolean; yieldToEventLoop(): Promise<void> };
  /** How many more values of the objects of a request may stay unchecked for the time it takes. */
  slowChecks?: { left: number };
  /** Whether a file lies at a path below the object's folder; absent: whatever comes with the object is believed. */
  fileExists?(path: string): boolean;
  /** The entry of a file restored from the trash, by its path below the object's folder. */
  known?(path: string): FileItem | undefined;
  /** Told the dotted path of each property whose markup lost something in sanitising. */
  markupLost?(path: string): void;
  /** Told the dotted path of each value that breaks a rule and stays, since the save does not change it. */
  leftInvalid?(path: string): void;
}

/** What is done with texts too long to be read between two requests. */
export interface LongTextReader {
  /** The sanitised text. Rejects with `Refusal`. */
  clean(markup: 'html' | 'svg', text: string, hosts?: readonly string[]): Promise<string>;
  /** The text in the case a setting names (`text/transform.ts`). */
  transform(text: string, transform: string): Promise<string>;
  /** What sanitising left out of a text, for people. */
  removed(sent: string, stored: string): Promise<string[]>;
}

/** What answers show only where the folder's settings say so. */
export interface Shown {
  /** Where a picture was taken. */
  places: boolean;
}

/** What every kind has. */
export interface RequiredAbilities {
  /** Property type a definition without one gets (spec/field-kinds.md#kinds). */
  readonly type: string;
  /** The typed empty value. */
  readonly blank: JsonValue;
  /** JSON Schema 2020-12 of a value, without the definition's own keywords, which the validator adds. */
  schema(definition: PropertyDefinition): Record<string, unknown>;
  /** The type of a value in answers; not asked of kinds with `children`, whose parts follow a schema. */
  valueType(definition: PropertyDefinition): ValueType;
  /** Text for search, sorting by text and CSV; of a value as answers show it, for kinds that hold other kinds. */
  text(value: JsonValue): string;
}

/** Which definitions are of the kind. */
export interface NamedAbilities {
  /** Property types whose values are of this kind where the definition names no field. */
  readonly ofTypes?: readonly string[];
  /** Only this kind can hold values of its type: the type decides, whatever field a definition asks for. */
  readonly exclusive?: boolean;
  /** Other names of the field. */
  readonly aliases?: readonly string[];
  /** An input for any type: the kind that holds the values, of the kind of the type the definition names. */
  heldBy?(typed: PropertyKind, type: string): PropertyKind;
}

/** How sent values become stored ones, and which rules they follow. */
export interface StoredAbilities {
  /**
   * Brings a sent value into its stored form: numbers from text, lists split, markup sanitised, passwords hashed.
   * Gives back what it cannot read unchanged, so that `schema` or `check` refuses it with a message. Throws `Refusal`
   * for what must not be read at all.
   */
  normalise?(
    value: JsonValue,
    definition: PropertyDefinition,
    context: SaveContext,
  ): JsonValue | Promise<JsonValue>;
  /** Whether `normalise` left out a part of the markup that was sent, which the sender is then told. */
  lost?(
    sent: JsonValue,
    stored: JsonValue,
    definition: PropertyDefinition,
    context: SaveContext,
  ): boolean | Promise<boolean>;
  /** A value sent as "" keeps the stored one (password). */
  readonly keepWhenBlank?: boolean;
  /** Read-only values that Plinth cannot edit: kept as they are and not checked. */
  readonly kept?: boolean;
  /** Rules JSON Schema cannot say, without the property's label. */
  check?(value: JsonValue, definition: PropertyDefinition): Message[];
  /** Whether a value counts as not filled in, for kinds whose empty value is more than "" or []. */
  isEmpty?(value: JsonValue): boolean;
  /** Keywords of a definition the kind checks itself, because they speak of the value as typed, not as stored. */
  readonly ownKeywords?: readonly string[];
  /** What is wrong with the kind's own settings in a definition that is saved, by their names. */
  settingProblems?(settings: JsonObject): Record<string, string>;
  /** The kind resolves words such as `now` in its default. */
  resolveDefault?(value: JsonValue, context: SaveContext): JsonValue;
  /** A default as the schema's file holds it. */
  storedDefault?(preset: JsonValue): JsonValue;
  /** PATCH of one property (spec/content.md#properties); absent: not mergeable, a PATCH is refused. */
  merge?(current: JsonValue, patch: JsonValue): JsonValue;
  /** Numeric kinds can be incremented (spec/content.md#counting). */
  readonly numeric?: boolean;
  /** Values are days or moments. */
  readonly dates?: boolean;
}

/** Kinds whose values are made of parts. */
export interface HoldingAbilities {
  /** The value is made of parts that follow another schema: a card, a deck. */
  children?(definition: PropertyDefinition): ChildrenOf;
  /** Cannot stand inside a card or an item of a deck (spec/field-kinds.md#card). */
  readonly outermost?: boolean;
}

/** Kinds whose values name others, or are markup. */
export interface ReferringAbilities {
  /**
   * Visits the references a value holds: objects it names, addresses in it. Returns the value with the replaced ones;
   * null where a removed one leaves nothing. Absent: values hold none.
   */
  references?(value: JsonValue, definition: PropertyDefinition, visit: VisitReference): JsonValue;
  /** Whether texts in values are markup, whose tags a search must not find; absent: they are plain text. */
  markup?(definition: PropertyDefinition): boolean;
  /** Values are markup; what its editor uploads lies in the property's folder, and only links in the markup name it. */
  readonly embeds?: boolean;
}

/** Kinds whose values are in files beside the object. */
export interface FiledAbilities {
  /** Values name files that lie beside the object. */
  readonly files?: FileAbilities;
  /** Name of the file beside the object that holds the text instead of the JSON; undefined where the JSON does. */
  textFile?(definition: PropertyDefinition): string | undefined;
}

/** How values become those of another kind. */
export interface ConvertibleAbilities {
  /**
   * All that a value says, as text; undefined where no text holds it. Absent: values are not converted when a property
   * changes its kind.
   */
  wholeText?(value: JsonValue, definition: PropertyDefinition): string | undefined;
  /**
   * The value that a text of another kind stands for without doubt, undefined where it stands for none. Absent: values
   * are not converted to this kind. Throws `Refusal` with the reason where there is a doubt.
   */
  readText?(text: string, definition: PropertyDefinition): JsonValue | undefined;
  /** Every text is a value, also one made of several values. */
  readonly anyText?: boolean;
  /**
   * A value as far as the kind has place for it, the same one where it has place for all. The rest was left by another
   * kind and is for those who may change the object (`fitting.ts`). Absent: by `schema`.
   */
  fitting?(value: JsonValue): JsonValue;
}

/** What answers and the description of the API show. */
export interface AnsweredAbilities {
  /**
   * What answers show instead of the stored value, e.g. nothing for a password. Absent: the value itself.
   * `address`: the property's place as a path of an address, `/blog/quay/cover`. `shown`: what the folder's settings show.
   */
  present?(value: JsonValue, address: string, shown?: Shown): JsonValue;
  /** Values shown only to callers who may write the object; all others get `blank`. */
  readonly private?: boolean;
  /** The component of the API description that a value follows; `many`: each entry of a list does. */
  readonly component?: ValueComponent;
  /** Keywords of the description of the API for rules that `check` has in code. */
  readonly described?: { readonly pattern?: string; readonly properties?: JsonObject };
  /** Extra keys of the property in API definitions (spec/resources.md#schema-definition), e.g. `format: 'html'`. */
  onWire?(definition: PropertyDefinition): Record<string, unknown>;
}

/** What exports and templates carry. */
export interface ExportedAbilities {
  /** The value a CSV cell is written from; absent: the value itself. */
  cell?(value: JsonValue): JsonValue;
  /** The locales a value has texts for, which CSV files have columns for. */
  locales?(value: JsonValue): readonly string[];
  /** What templates carry of a value, undefined for nothing; absent: the value itself. */
  template?(value: JsonValue): JsonValue | undefined;
}

/** A kind has the required abilities, and those of the others that its values need. */
export interface PropertyKind
  extends RequiredAbilities,
    NamedAbilities,
    StoredAbilities,
    HoldingAbilities,
    ReferringAbilities,
    FiledAbilities,
    ConvertibleAbilities,
    AnsweredAbilities,
    ExportedAbilities {}

export interface ValueComponent {
  name: string;
  many?: boolean;
  /** It and the components it refers to, by their names, which begin with a capital. */
  shapes: JsonObject;
}

/** A kind whose values name files. */
export interface FileKind extends PropertyKind {
  readonly files: FileAbilities;
}

/** Parts of a value that follow a schema of their own. */
export interface ChildrenOf {
  /** Ids of the schemas they can follow; none where the definition names none. */
  schemas: readonly string[];
  /** Each part names its own. */
  named: boolean;
  /** A deck holds many by item id, a card is one itself. */
  many: boolean;
}

/** The registry's shape: the compiler asks for every name of the contract. */
export type KindRegistry = Readonly<Record<KindName, PropertyKind>>;
