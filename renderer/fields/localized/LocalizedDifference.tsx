import { Text } from '@mantine/core';
import { own, sameJson } from '../../json';
import type { DifferenceProps, FieldKind } from '../kind';
import { localeName, textsOf } from './locales';

/** The texts that differ, language by language; all of them where none does. */
export function LocalizedDifference({
  before,
  after,
  text,
  ...props
}: DifferenceProps & { text: FieldKind }) {
  const [one, other] = [textsOf(before), textsOf(after)];
  const all = sameJson(one, other);
  const locales = [...new Set([...Object.keys(other), ...Object.keys(one)])].filter(
    (locale) => all || !sameJson(own(one, locale), own(other, locale)),
  );
  return locales.map((locale) => (
    <div key={locale}>
      <Text size="xs" c="dimmed">
        {localeName(locale)}
      </Text>
      <text.Difference {...props} before={own(one, locale)} after={own(other, locale)} />
    </div>
  ));
}
