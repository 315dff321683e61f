import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { SchemaDefinition } from '#contract/schemas';
import { labelOf } from '../../fields/field-rules';
import { focusField } from '../../form/focus-field';
import { t } from '../../t';
import type { FormStore } from '../../unsaved/form-store';
import { headOf } from '../../unsaved/heads';
import { failingPaths, ownMessagesAt, strayMessages } from '../../unsaved/read-form';
import { sameTexts, useFormState } from '../../unsaved/useFormState';
import { asShown } from './as-shown';

interface Props {
  store: FormStore;
  schema: SchemaDefinition;
}

const asSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

/** What keeps the object from being saved: every message, each leading to its field. */
export function ErrorSummary({ store, schema }: Props) {
  const failing = useFormState(store, failingPaths, sameTexts);
  const stray = useFormState(store, strayMessages, sameTexts);
  // Messages are read as texts, so that the list renders again only when one changes.
  const lines = useFormState(
    store,
    (state) => asShown(failing, schema).map((path) => `${path}\n${ownMessagesAt(state, path).join('; ')}`),
    sameTexts,
  );
  const refused = useFormState(store, (state) => Object.keys(state.errors).length > 0);
  if (!refused || failing.length + stray.length === 0) return null;
  const count = failing.length + stray.length;
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle size={18} />}
      title={count === 1 ? t('Fix 1 problem before saving') : t(`Fix ${count} problems before saving`)}
      id="error-summary"
      tabIndex={-1}
      role="alert"
    >
      <List size="sm" spacing={2} listStyleType="none">
        {lines.map((line) => {
          const [path = '', messages = ''] = line.split('\n');
          const head = headOf(path);
          const label = labelOf(head, schema.properties[head]);
          // The server's sentences often start with the label; once is enough.
          const named = messages.toLowerCase().startsWith(label.toLowerCase());
          return (
            <List.Item key={path}>
              <Anchor
                href={`#field-${path}`}
                size="sm"
                c="inherit"
                underline="always"
                display="inline-block"
                lh="1.5rem"
                onClick={(event) => {
                  event.preventDefault();
                  focusField(path);
                }}
              >
                {named ? messages : label}
              </Anchor>
              {named ? '' : `: ${asSentence(messages)}`}
            </List.Item>
          );
        })}
        {stray.map((message) => (
          <List.Item key={message}>{asSentence(message)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
