/** Turns ICU messages into JavaScript expressions, so that the admin carries no parser of messages. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** What a message needs in place: the source of each value, and of the function that chooses a plural form. */
export interface Sources {
  values: Readonly<Record<string, string>>;
  plural: string;
}

/** A string as JavaScript source without a character that ends a literal of any kind. */
export const quoted = (text: string): string => JSON.stringify(text).replaceAll('`', '\\u0060');

/** Source of a template's text. */
const inTemplate = (text: string): string =>
  JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('`', '\\`').replaceAll('${', '\\${');

function elementSource(element: MessageFormatElement, sources: Sources, number: string | undefined): string {
  switch (element.type) {
    case TYPE.literal:
      return inTemplate(element.value);
    case TYPE.argument:
      return `\${${sources.values[element.value]}}`;
    case TYPE.pound:
      return `\${${number}}`;
    case TYPE.plural: {
      const forms = Object.entries(element.options).map(
        ([form, { value }]) => `${quoted(form)}:n=>${templateSource(value, sources, 'n')}`,
      );
      return `\${${sources.plural}(${sources.values[element.value]},{${forms.join()}})}`;
    }
    default:
      throw new Error(`A message holds what the admin does not support (part type ${element.type}).`);
  }
}

const templateSource = (parts: readonly MessageFormatElement[], sources: Sources, number?: string): string =>
  `\`${parts.map((part) => elementSource(part, sources, number)).join('')}\``;

/** Names of the values of a message, and where it uses plurals. Throws an Error where it is not ICU. */
export function argumentsOf(icu: string): { names: ReadonlySet<string>; plurals: number } {
  const names = new Set<string>();
  let plurals = 0;
  const visit = (parts: readonly MessageFormatElement[]): void => {
    for (const part of parts) {
      if (part.type === TYPE.argument) names.add(part.value);
      if (part.type !== TYPE.plural) continue;
      names.add(part.value);
      plurals += 1;
      for (const { value } of Object.values(part.options)) visit(value);
    }
  };
  visit(parse(icu, { ignoreTag: true }));
  return { names, plurals };
}

/** Source of an expression that gives the text of a message. */
export function expressionOf(icu: string, sources: Sources): string {
  const parts = parse(icu, { ignoreTag: true });
  const [first] = parts;
  if (parts.length === 1 && first?.type === TYPE.literal) return quoted(first.value);
  if (parts.length === 1 && first?.type === TYPE.plural)
    return elementSource(first, sources, undefined).slice(2, -1);
  return templateSource(parts, sources);
}
