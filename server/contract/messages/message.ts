/** What an error or a problem of a value says: a key, its values, and the English text of the catalogue (spec/errors.md#messages). */
import { COMMANDS } from './commands.js';
import { CONTENT } from './content.js';
import { FILES } from './files.js';
import { OPERATIONS } from './operations.js';
import { REQUESTS } from './requests.js';
import { RULES } from './rules.js';
import { SITE } from './site.js';
import { VALUES } from './values.js';

/** Messages that the admin shows in the language of its page. */
export const TRANSLATED_MESSAGES = { ...CONTENT, ...FILES, ...SITE, ...VALUES };

export const MESSAGES = { ...TRANSLATED_MESSAGES, ...REQUESTS, ...OPERATIONS, ...COMMANDS, ...RULES };

export type MessageKey = keyof typeof MESSAGES;
export type MessageValues = Readonly<Record<string, string | number>>;

export interface MessageOnWire {
  key: MessageKey;
  values: MessageValues;
}

/** What is wrong by property, nested ones by dotted path: every failing property of a request at once. */
export type Details = Record<string, Message[]>;

/** What stands in braces and is a name. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${' ' | '"'}${string}` ? never : Name) | NamesIn<Rest>
  : never;

/** The names of a message's values. The label of a property is put in front later, by `of`. */
type NamesOf<Key extends MessageKey> = Exclude<NamesIn<(typeof MESSAGES)[Key]>, 'label'>;

/** The values of a message by their names: exactly those that its text names. */
type Values<Key extends MessageKey> = [NamesOf<Key>] extends [never]
  ? []
  : [values: { readonly [Name in NamesOf<Key>]: string | number }];

const NAME = /\{([a-z]\w*)\}/gi;

/** A text of the catalogue with values in place; without a label it begins after it. */
function filled(text: string, values: MessageValues): string {
  const begun = values.label === undefined ? text.replace(/^\{label\} /, '') : text;
  return begun.replace(NAME, (all, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : all,
  );
}

export class Message {
  readonly key: MessageKey;
  readonly values: MessageValues;
  readonly text: string;

  constructor(key: MessageKey, values: MessageValues = {}) {
    this.key = key;
    this.values = values;
    this.text = filled(MESSAGES[key], values);
  }

  toString(): string {
    return this.text;
  }

  /** The message about what has this label: `Title is required`, and inside of a part `Venue › Street is required`. */
  of(label: string): Message {
    const inner = this.values.label;
    return new Message(this.key, {
      ...this.values,
      label: inner === undefined ? label : `${label} › ${inner}`,
    });
  }

  /** A message that another process sent. */
  static from({ key, values }: MessageOnWire): Message {
    return new Message(key, values);
  }

  onWire(): MessageOnWire {
    return { key: this.key, values: this.values };
  }
}

export const message = <Key extends MessageKey>(key: Key, ...[values]: Values<Key>): Message =>
  new Message(key, values);

/** A rule that only its sentence names. */
export const rule = (sentence: string): Message => new Message('rule', { rule: sentence });

export const ruleIf = (sentence: string | undefined): Message | undefined =>
  sentence === undefined ? undefined : rule(sentence);

/** Details as answers have them: the texts, and beside them keys and values. */
export const onWire = (details: Details) => ({
  details: Object.fromEntries(Object.entries(details).map(([at, all]) => [at, all.map(({ text }) => text)])),
  problems: Object.fromEntries(
    Object.entries(details).map(([at, all]) => [at, all.map((one) => one.onWire())]),
  ),
});

export const fromWire = (problems: Readonly<Record<string, readonly MessageOnWire[]>>): Details =>
  Object.fromEntries(Object.entries(problems).map(([at, all]) => [at, all.map(Message.from)]));
