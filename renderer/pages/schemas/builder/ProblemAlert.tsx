import { Alert, Anchor, List } from '@mantine/core';
import type { SchemaDefinition } from '#contract/schemas';
import { kindNamed } from '../../../fields';
import { labelOf } from '../../../fields/field-rules';
import { focusSoon } from './focus-soon';
import { settingsOf } from './kinds';
import type { Problem } from './useSchemaSaving';

interface Place {
  /** The property it is about; undefined for the schema itself. */
  property: string | undefined;
  label: string;
}

/** What a path of a document is called in the builder. */
function placeOf(path: string, { properties }: SchemaDefinition): Place {
  const [list, name = '', ...rest] = path.split('.');
  const definition = properties[name];
  if (list !== 'properties' || definition === undefined) return { property: undefined, label: path };
  const key = rest.at(-1);
  const settings = settingsOf(kindNamed(definition.field)).flatMap((group) => group.settings);
  const label = settings.find((setting) => setting.key === key)?.label ?? key;
  return { property: name, label: [labelOf(name, definition), label].filter(Boolean).join(' › ') };
}

const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

interface Props extends Problem {
  draft: SchemaDefinition;
  /** Shows the settings of a property. */
  onSelect(property: string): void;
}

/** Why the schema was not saved; what is about a property leads to its settings. */
export function ProblemAlert({ title, lines, details, draft, onSelect }: Props) {
  return (
    <Alert color="red" title={title} role="alert">
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {Object.entries(details).map(([path, messages]) => {
          const { property, label } = placeOf(path, draft);
          const open = () => {
            if (property === undefined) return;
            onSelect(property);
            focusSoon('aside [aria-invalid="true"]');
          };
          return (
            <List.Item key={path}>
              {property === undefined ? (
                label
              ) : (
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  c="inherit"
                  underline="always"
                  onClick={open}
                >
                  {label}
                </Anchor>
              )}
              {`: ${messages.map(sentence).join('; ')}`}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
