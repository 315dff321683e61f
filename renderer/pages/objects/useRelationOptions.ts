import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { type Choices, choicesQuery } from '../../api/choices';
import { relatedCollection, withChoices } from '../../fields/select/choice';

/** A schema whose relations offer the objects they can name as options, for filters to choose from and to speak of. */
export function useRelationOptions(collection: string, schema: SchemaDefinition): SchemaDefinition {
  const names = useMemo(
    () =>
      Object.entries(schema.properties).flatMap(([name, definition]) =>
        relatedCollection(definition) === undefined ? [] : [name],
      ),
    [schema],
  );
  const combine = useCallback(
    (results: { data: Choices | undefined }[]) => results.map(({ data }) => data?.options),
    [],
  );
  const found = useQueries({ queries: names.map((name) => choicesQuery(collection, name)), combine });
  return useMemo(() => {
    if (names.length === 0) return schema;
    const properties = { ...schema.properties };
    for (const [at, name] of names.entries()) {
      const [definition, options] = [schema.properties[name], found[at]];
      if (definition && options) properties[name] = withChoices(definition, options);
    }
    return { ...schema, properties };
  }, [schema, names, found]);
}
