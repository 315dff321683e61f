import { Anchor, Button, Group, List, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Conversion, SchemaDefinition, SchemaImpact } from '#contract/schemas';
import { labelOf } from '../../../fields/field-rules';
import { plural } from '../../../ui/format';

const texts = {
  title: 'Review this change',
  failing: (failing: number, objects: number, collection: string) =>
    `${failing} of ${objects} objects in “${collection}” do not meet the new rules.`,
  before: (count: number) => `${count} of them already do not meet the current rules.`,
  kept: 'Their values are kept. These objects can still be saved, and are marked in their forms and in Health until they are fixed.',
  held: (count: number, name: string) =>
    plural(
      count,
      `# object has a value for “${name}”. Values are kept in the files and shown again if you add the property back.`,
      `# objects have a value for “${name}”. Values are kept in the files and shown again if you add the property back.`,
    ),
  damaged: (count: number) => `${count} damaged files could not be checked.`,
  more: (count: number) => `and ${count} more`,
  cancel: 'Keep editing',
  save: 'Save anyway',
  converted: (count: number, label: string) =>
    plural(
      count,
      `“${label}” has another type: # value can be converted.`,
      `“${label}” has another type: # values can be converted.`,
    ),
  example: (value: string, problems: string) => `the value “${value}” – ${problems}`,
  left: (count: number, label: string) =>
    plural(
      count,
      `# value of “${label}” cannot be converted without doubt. It stays as it is and is listed in Health:`,
      `# values of “${label}” cannot be converted without doubt. They stay as they are and are listed in Health:`,
    ),
  convert: 'Convert and save',
  plain: 'Save without converting',
};

/** Whether the user has to confirm before the schema is saved. */
export const isHarmless = ({ collections, conversions }: SchemaImpact): boolean =>
  conversions.every(({ converted }) => converted === 0) &&
  collections.every(
    ({ failing, alreadyFailing, held }) =>
      failing <= alreadyFailing && Object.values(held).every((count) => count === 0),
  );

interface Props {
  impact: SchemaImpact;
  draft: SchemaDefinition;
  onClose(): void;
  onSave(how: { convert: boolean }): void;
}

const objectPage = (collection: string, id: string): string =>
  `/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;

/** What converting the values of a property would do. */
function ConversionPart({ conversion, draft }: { conversion: Conversion; draft: SchemaDefinition }) {
  const { property, converted, left, examples } = conversion;
  const label = labelOf(property, draft.properties[property]);
  return (
    <Stack gap={4}>
      {converted > 0 && (
        <Text size="sm" fw={600}>
          {texts.converted(converted, label)}
        </Text>
      )}
      {left > 0 && (
        <>
          <Text size="sm">{texts.left(left, label)}</Text>
          <List size="sm" spacing={2} style={{ overflowWrap: 'anywhere' }}>
            {examples.map(({ collection, id, path, value, problems }) => (
              <List.Item key={`${collection} ${id} ${path}`}>
                <Anchor
                  component={Link}
                  to={objectPage(collection, id)}
                  target="_blank"
                  size="sm"
                  underline="always"
                >
                  {id}
                </Anchor>
                : {texts.example(value, problems.join('; '))}
              </List.Item>
            ))}
            {left > examples.length && <List.Item>{texts.more(left - examples.length)}</List.Item>}
          </List>
        </>
      )}
    </Stack>
  );
}

/** Objects that would not pass the changed schema, before it is saved. */
export function ImpactDialog({ impact, draft, onClose, onSave }: Props) {
  const conversions = impact.conversions.filter(({ converted, left }) => converted > 0 || left > 0);
  const converts = conversions.some(({ converted }) => converted > 0);
  const touched = impact.collections.filter(
    ({ failing, held, damaged }) =>
      failing > 0 || damaged > 0 || Object.values(held).some((count) => count > 0),
  );
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg">
      <ScrollArea.Autosize mah="60vh" type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack gap="md">
          {conversions.map((conversion) => (
            <ConversionPart key={conversion.property} {...{ conversion, draft }} />
          ))}
          {touched.map(({ collection, objects, failing, alreadyFailing, examples, held, damaged }) => (
            <Stack key={collection} gap={4}>
              {failing > 0 && (
                <>
                  <Text size="sm" fw={600}>
                    {texts.failing(failing, objects, collection)}
                  </Text>
                  {alreadyFailing > 0 && <Text size="sm">{texts.before(alreadyFailing)}</Text>}
                  <List size="sm" spacing={2}>
                    {examples.map(({ id, details }) => (
                      <List.Item key={id}>
                        <Anchor
                          component={Link}
                          to={objectPage(collection, id)}
                          target="_blank"
                          size="sm"
                          underline="always"
                        >
                          {id}
                        </Anchor>
                        : {Object.values(details).flat().join('; ')}
                      </List.Item>
                    ))}
                    {failing > examples.length && (
                      <List.Item>{texts.more(failing - examples.length)}</List.Item>
                    )}
                  </List>
                  <Text size="sm" c="dimmed">
                    {texts.kept}
                  </Text>
                </>
              )}
              {Object.entries(held).map(
                ([name, count]) =>
                  count > 0 && (
                    <Text key={name} size="sm">
                      {texts.held(count, name)}
                    </Text>
                  ),
              )}
              {damaged > 0 && <Text size="sm">{texts.damaged(damaged)}</Text>}
            </Stack>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button variant={converts ? 'default' : 'filled'} onClick={() => onSave({ convert: false })}>
          {converts ? texts.plain : texts.save}
        </Button>
        {converts && <Button onClick={() => onSave({ convert: true })}>{texts.convert}</Button>}
      </Group>
    </Modal>
  );
}
