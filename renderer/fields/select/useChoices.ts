import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RelatedLabel } from '#contract/relations';
import type { PropertyOnWire } from '#contract/schemas';
import { isJsonObject } from '#contract/values';
import { choicesQuery } from '../../api/choices';
import { relatedLabelsQuery } from '../../api/relations';
import { pathIn, useForm } from '../form-context';
import type { FieldProps } from '../kind';
import { setting } from '../settings';
import { relatedCollection, textsOf, withChoices } from './choice';

/** Typing pauses so long before the server is asked, in milliseconds. */
const PAUSE = 200;

/** Most chosen values that are asked about. */
const MOST_CHOSEN = 200;

export interface AllChoices {
  /** The definition with everything on offer among its options. */
  definition: PropertyOnWire;
  /** Only some of the choices are here: what is typed has to be searched for on the server. */
  partial: boolean;
  loading: boolean;
  error: Error | undefined;
  /** Chosen values that name no object. */
  missing: ReadonlySet<string>;
  /** What is known of chosen objects, by the value that names them. */
  known: ReadonlyMap<string, RelatedLabel>;
  /** Collection the choices are objects of. */
  related: string | undefined;
  search(text: string): void;
}

const asksServer = (definition: PropertyOnWire): boolean => {
  const own = setting(definition, 'propertyOptions');
  return (
    own === true ||
    (typeof own === 'string' && own !== '') ||
    isJsonObject(setting(definition, 'relationalOptions'))
  );
};

/** A property's options together with those the server finds: objects of another collection, values in use. */
export function useChoices({
  name,
  definition,
  value,
}: Pick<FieldProps, 'name' | 'definition' | 'value'>): AllChoices {
  const form = useForm();
  const path = pathIn(form, name);
  // A form that is only shown belongs to no collection.
  const enabled = form.collection !== '' && asksServer(definition);
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed, PAUSE);
  const all = useQuery({ ...choicesQuery(form.collection, path), enabled });
  const partial = all.data !== undefined && all.data.total > all.data.options.length;
  const some = useQuery({
    ...choicesQuery(form.collection, path, sought),
    enabled: partial && sought !== '',
    placeholderData: keepPreviousData,
  });
  // What is chosen is known by name also where it is not among the choices at hand, or names nothing.
  const related = relatedCollection(definition);
  const chosen = textsOf(value).slice(0, MOST_CHOSEN);
  const named = useQuery({
    ...relatedLabelsQuery(form.collection, path, { target: related ?? '', values: chosen }),
    enabled: enabled && related !== undefined && chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  const found = partial && sought !== '' ? some.data : all.data;
  const options = found?.options;
  const labels = named.data?.labels;
  return {
    definition: useMemo(
      () => (options === undefined ? definition : withChoices(definition, [...options, ...(labels ?? [])])),
      [definition, options, labels],
    ),
    partial,
    loading: enabled && (all.isPending || some.isFetching),
    error: all.error ?? some.error ?? undefined,
    related,
    missing: useMemo(() => new Set(named.data?.missing.map(String)), [named.data]),
    known: useMemo(() => new Map((labels ?? []).map((one) => [String(one.value), one])), [labels]),
    search: setTyped,
  };
}
