/** Values of the object that break rules of the schema as they are stored. They can stay; what is changed must be right. */
import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { objectProblemsQuery } from '../../api/health';
import { labelOf } from '../../fields/field-rules';
import { focusField } from '../../form/focus-field';
import { plural } from '../../ui/format';
import type { FormStore } from '../../unsaved/form-store';
import { headOf } from '../../unsaved/heads';
import { warnedPaths } from '../../unsaved/read-form';
import { sameTexts, useFormState } from '../../unsaved/useFormState';
import { asShown } from './as-shown';
import classes from './editor.module.css';

const texts = {
  title: (count: number) =>
    plural(count, '# value breaks a rule of the schema', '# values break rules of the schema'),
  help: 'The object can be saved as it is. What you change must follow the rules.',
};

interface Props {
  store: FormStore;
  schema: SchemaDefinition;
  collection: string;
  id: string;
}

export function OldProblems({ store, schema, collection, id }: Props) {
  const etag = useFormState(store, (state) => state.etag);
  const { data } = useQuery(objectProblemsQuery(collection, id, etag));
  useEffect(() => {
    if (data) store.dispatch({ type: 'judged', details: data });
  }, [store, data]);
  const paths = asShown(useFormState(store, warnedPaths, sameTexts), schema);
  const refused = useFormState(store, (state) => Object.keys(state.errors).length > 0);
  const lines = useFormState(
    store,
    (state) => paths.map((path) => `${path}\n${(state.warnings[path] ?? []).join('; ')}`),
    sameTexts,
  );
  if (lines.length === 0 || refused) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} />}
      title={texts.title(lines.length)}
      // In the color of text, which is easier to read than the tint.
      classNames={{ title: classes.bannerTitle ?? '' }}
    >
      <List size="sm" listStyleType="none" style={{ overflowWrap: 'anywhere' }}>
        {lines.map((line) => {
          const [path = '', message = ''] = line.split('\n');
          return (
            <List.Item key={path}>
              <Anchor component="button" type="button" size="sm" mih={24} onClick={() => focusField(path)}>
                {message === '' ? labelOf(headOf(path), schema.properties[headOf(path)]) : message}
              </Anchor>
            </List.Item>
          );
        })}
      </List>
      <Text size="sm">{texts.help}</Text>
    </Alert>
  );
}
