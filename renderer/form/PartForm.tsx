import { useMemo } from 'react';
import { shownProperties } from '../fields';
import { type PartProps, pathIn, useForm } from '../fields/form-context';
import { partStore, pathOfPart } from '../unsaved/part-store';
import { FormLayout } from './FormLayout';

/** The fields of a card or of a deck's item, inside the form that holds it. Their id is the part's place, not a field. */
export function PartForm({ property, item, schema, locked }: PartProps) {
  const outer = useForm();
  const form = useMemo(() => {
    const address = { property, item };
    const path = pathIn(outer, pathOfPart(address));
    return { ...outer, schema, path, store: partStore(outer.store, address), locked: outer.locked || locked };
  }, [outer, property, item, schema, locked]);
  const names = useMemo(() => shownProperties(schema).filter((name) => name !== 'id'), [schema]);
  return <FormLayout form={form} names={names} />;
}
