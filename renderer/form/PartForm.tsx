import { useMemo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { type PartAddress, partStore, pathOfPart } from '../draft/part-store';
import { shownProperties } from './field-rules';
import { pathIn, useForm } from './form-context';
import { FormLayout } from './ObjectForm';

interface Props extends PartAddress {
  schema: SchemaDefinition;
  /** Shown, but not to be edited. */
  locked: boolean;
}

/** The fields of a card or of a deck's item, inside the form that holds it. Their id is the part's place, not a field. */
export function PartForm({ property, item, schema, locked }: Props) {
  const outer = useForm();
  const form = useMemo(() => {
    const address = { property, item };
    const path = pathIn(outer, pathOfPart(address));
    return { ...outer, schema, path, store: partStore(outer.store, address), locked: outer.locked || locked };
  }, [outer, property, item, schema, locked]);
  const names = useMemo(() => shownProperties(schema).filter((name) => name !== 'id'), [schema]);
  return <FormLayout form={form} names={names} />;
}
