import { useQuery } from '@tanstack/react-query';
import { objectsPageQuery } from '../../api/queries';
import { useForm } from '../../form/form-context';
import type { FieldProps } from '../kind';
import { setting } from '../settings';
import { wordsOf } from './words';

/**
 * Words to offer: the property's options, and with `settings.propertyOptions: true` also those its collection's
 * latest objects use.
 */
export function useSuggestions({ name, definition }: FieldProps, options: readonly string[]): string[] {
  const { collection } = useForm();
  const { data } = useQuery({
    ...objectsPageQuery(collection, { offset: 0 }),
    enabled: setting(definition, 'propertyOptions') === true,
    staleTime: 60_000,
  });
  const used = (data?.objects ?? []).flatMap((object) =>
    Object.hasOwn(object, name) ? wordsOf(object[name]) : [],
  );
  const sorted = [...new Set(used)].sort((left, right) => left.localeCompare(right));
  return [...new Set([...options, ...sorted])];
}
