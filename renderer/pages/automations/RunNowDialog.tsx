import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isJsonObject, type JsonObject } from '#contract/values';
import { readJson } from '../../fields/json/json-text';
import { LazyCodeEditor } from '../../fields/parts/LazyCodeEditor';

const texts = {
  title: (name: string) => `Run “${name}”`,
  args: 'Arguments',
  hint: 'A JSON object, available to the handler as ctx.args.',
  unsaved: 'You have unsaved changes. They are saved before the run.',
  notObject: 'Enter a JSON object, such as {"id": "hello"}.',
  cancel: 'Cancel',
  run: 'Run',
  saveAndRun: 'Save and run',
  failed: 'Could not start the run',
};

interface Props {
  opened: boolean;
  onClose(): void;
  name: string;
  dirty: boolean;
  onRun(args: JsonObject): Promise<void>;
}

function readArgs(text: string): JsonObject | undefined {
  const read = readJson(text);
  if (!('value' in read)) return undefined;
  if (read.value === null) return {};
  return isJsonObject(read.value) ? read.value : undefined;
}

/** Asks for the arguments of a run. What was typed stays for the next one. */
export function RunNowDialog({ opened, onClose, name, dirty, onRun }: Props) {
  const id = useId();
  const [text, setText] = useState('{}');
  const args = readArgs(text);
  const run = useMutation({ mutationFn: (given: JsonObject) => onRun(given), onSuccess: onClose });
  const start = () => args !== undefined && run.mutate(args);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.title(name)}
      size="lg"
      onExitTransitionEnd={run.reset}
    >
      <Stack gap="sm">
        {dirty && <Text size="sm">{texts.unsaved}</Text>}
        {run.isError && (
          <Alert color="red" title={texts.failed} role="alert">
            {run.error.message}
          </Alert>
        )}
        <div>
          <Text id={`${id}-label`} size="sm" fw={500} mb={4}>
            {texts.args}
          </Text>
          <LazyCodeEditor
            id={id}
            labelId={`${id}-label`}
            describedBy={`${id}-hint`}
            value={text}
            onChange={setText}
            mode="json"
            readOnly={false}
            invalid={args === undefined}
            rows={6}
            maxRows={16}
          />
          <Text id={`${id}-hint`} size="xs" c={args === undefined ? 'red' : 'dimmed'} mt={4} role="status">
            {args === undefined ? texts.notObject : texts.hint}
          </Text>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button data-autofocus disabled={args === undefined} loading={run.isPending} onClick={start}>
            {dirty ? texts.saveAndRun : texts.run}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
