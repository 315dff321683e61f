import { useMemo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { fieldLookup, shownProperties } from '../fields';
import type { ObjectFiles, PartSchemas } from '../fields/form-context';
import type { FormStore } from '../unsaved/form-store';
import { PageLayout } from './PageLayout';
import { PartForm } from './PartForm';

interface Props {
  collection: string;
  schema: SchemaDefinition;
  partSchemas: PartSchemas;
  store: FormStore;
  /** Undefined where files cannot be changed. */
  files?: ObjectFiles | undefined;
  /** Nothing can be changed. */
  locked?: boolean;
}

/** All fields of an object, laid out by its schema's `formgrid`. */
export function ObjectForm({ collection, schema, partSchemas, store, files, locked = false }: Props) {
  const form = useMemo(
    () => ({
      collection,
      schema,
      partSchemas,
      store,
      files,
      path: '',
      locked,
      Part: PartForm,
      fields: fieldLookup,
    }),
    [collection, schema, partSchemas, store, files, locked],
  );
  const names = useMemo(() => shownProperties(schema), [schema]);
  return <PageLayout form={form} names={names} />;
}
