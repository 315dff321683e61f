import { Anchor, Button, Group, List, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { SchemaImpact } from '#contract/schemas';
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
};

/** Whether the user has to confirm before the schema is saved. */
export const isHarmless = ({ collections }: SchemaImpact): boolean =>
  collections.every(
    ({ failing, alreadyFailing, held }) =>
      failing <= alreadyFailing && Object.values(held).every((count) => count === 0),
  );

interface Props {
  impact: SchemaImpact;
  onClose(): void;
  onSave(): void;
}

/** Objects that would not pass the changed schema, before it is saved. */
export function ImpactDialog({ impact, onClose, onSave }: Props) {
  const touched = impact.collections.filter(
    ({ failing, held, damaged }) =>
      failing > 0 || damaged > 0 || Object.values(held).some((count) => count > 0),
  );
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg">
      <ScrollArea.Autosize mah="60vh" type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack gap="md">
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
                          to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
                          target="_blank"
                          size="sm"
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
        <Button onClick={onSave}>{texts.save}</Button>
      </Group>
    </Modal>
  );
}
