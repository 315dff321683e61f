import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import type { AutomationApproval } from '#contract/trust';
import { LazyCodeEditor } from '../../fields/parts/LazyCodeEditor';
import classes from '../automations/automations.module.css';
import { triggerWords } from '../triggers/trigger-words';
import { useSurroundings } from '../triggers/useSurroundings';

const texts = {
  changed: 'Changed',
  fresh: 'New',
  disabled: 'Disabled. It runs once you enable it.',
  byHand: 'Runs only manually.',
  code: (name: string) => `Code of ${name}`,
  scope: (methods: readonly string[], paths: readonly string[]) =>
    methods.length * paths.length === 0
      ? 'It has no API access.'
      : `It can use ${methods.join(', ')} on ${paths.join(', ')}.`,
  suggests: 'What it changes are suggestions only.',
};

interface Props {
  automation: AutomationApproval;
  chosen: boolean;
  onChoose(yes: boolean): void;
}

/** An automation as it would run, its triggers and its checkbox. */
export function TrustAutomation({ automation, chosen, onChoose }: Props) {
  const { name, id, enabled, approval, triggers, scopes, source } = automation;
  const around = useSurroundings();
  const codeId = useId();
  const shown = name || id;
  return (
    <Stack gap={8} className={classes.handler ?? ''}>
      <Group justify="space-between" gap="xs">
        <Checkbox
          label={<span className={classes.name}>{shown}</span>}
          checked={chosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <Badge color={approval === 'changed' ? 'yellow' : 'gray'} variant="light">
          {approval === 'changed' ? texts.changed : texts.fresh}
        </Badge>
      </Group>
      <Text size="sm" component="div">
        {triggers.length === 0 ? (
          texts.byHand
        ) : (
          <ul className={classes.plain}>
            {triggers.map((trigger) => (
              <li key={trigger.id}>{triggerWords(trigger, around)}</li>
            ))}
          </ul>
        )}
        <Text size="sm" c="dimmed" className={classes.scope ?? ''}>
          {texts.scope(scopes.methods, scopes.paths)}
          {scopes.suggests && ` ${texts.suggests}`}
        </Text>
        {!enabled && (
          <Text size="sm" c="dimmed">
            {texts.disabled}
          </Text>
        )}
      </Text>
      <span id={`${codeId}-label`} hidden>
        {texts.code(shown)}
      </span>
      <LazyCodeEditor
        id={codeId}
        labelId={`${codeId}-label`}
        describedBy={undefined}
        value={source}
        onChange={() => undefined}
        mode="javascript"
        readOnly
        invalid={false}
        rows={4}
        maxRows={16}
      />
    </Stack>
  );
}
