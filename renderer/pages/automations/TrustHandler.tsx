import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import type { TrustOverview } from '#contract/automations';
import { LazyCodeEditor } from '../../fields/parts/LazyCodeEditor';
import classes from './automations.module.css';
import { triggerWords } from './trigger-words';
import { useSurroundings } from './useSurroundings';

const texts = {
  changed: 'Changed since your last yes',
  fresh: 'New here',
  disabled: 'Disabled: it runs once it is switched on.',
  byHand: 'Starts only by hand.',
  code: (name: string) => `Code of ${name}`,
};

interface Props {
  handler: TrustOverview['handlers'][number];
  chosen: boolean;
  onChoose(yes: boolean): void;
}

/** A handler as it would run: its code, what starts it, and the yes. */
export function TrustHandler({ handler, chosen, onChoose }: Props) {
  const { name, id, enabled, approval, triggers, source } = handler;
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
