import { Text } from '@mantine/core';
import type { FieldKind, FieldProps } from '../kind';
import { cellLocale, directionOf, languageTag, localeName, textsOf, withText } from './locales';
import { useShownLocale } from './shown-locale';

/** The text in the language that fields show, in the cell of a table. */
export function LocalizedCellField({ text, ...props }: FieldProps & { text: FieldKind }) {
  const { definition, value, onChange } = props;
  const [wanted] = useShownLocale();
  const locale = cellLocale(definition, value, wanted);
  const { Input } = text;
  return (
    <div lang={languageTag(locale)}>
      <Input
        {...props}
        dir={directionOf(locale)}
        value={textsOf(value)[locale]}
        onChange={(next, problem) => onChange(withText(value, locale, next), problem)}
      />
      <Text size="xs" c="dimmed" pt={2}>
        {localeName(locale)}
      </Text>
    </div>
  );
}
