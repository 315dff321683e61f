import { Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { statusQuery } from '../../api/queries';
import { formatAgo } from '../../ui/format';
import type { FieldProps } from '../kind';
import { formatInZone, readSchedule, scheduleProblem } from './schedule';
import classes from './schedule.module.css';
import { asText } from './text-value';

const texts = {
  next: (zone: string) => `Next runs (${zone})`,
  never: 'This schedule never matches a date.',
  examples: 'Examples',
  usual: [
    ['Every day at 03:00', '0 3 * * *'],
    ['Every hour', '@hourly'],
    ['Weekdays at 09:00', '0 9 * * 1-5'],
    ['First of the month', '0 0 1 * *'],
  ] as const,
};

/** The zone in words people know: `Europe/Berlin` as it is, without underscores. */
const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** What a schedule means: words, and when it is next due. */
function ScheduleMeaning({ cron }: { cron: string }) {
  const { data: status } = useQuery(statusQuery());
  const titleId = useId();
  if (status === undefined) return null;
  const { timezone } = status;
  const now = new Date();
  const schedule = readSchedule(cron, timezone, now);
  if (schedule === undefined) return null;
  return (
    <div className={classes.meaning}>
      <Text size="sm" fw={500} role="status">
        {schedule.words}
      </Text>
      {schedule.next.length === 0 ? (
        <Text size="sm" c="red">
          {texts.never}
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed" id={titleId}>
            {texts.next(zoneName(timezone))}
          </Text>
          <ol className={classes.times} aria-labelledby={titleId}>
            {schedule.next.map((moment, at) => (
              <li key={moment.toISOString()}>
                <time dateTime={moment.toISOString()} className="tabular">
                  {formatInZone(moment, timezone)}
                </time>
                {at === 0 && (
                  <Text span size="xs" c="dimmed">
                    {formatAgo(moment.toISOString(), now.getTime())}
                  </Text>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

/** A cron expression, with what it means below it. */
export default function ScheduleField(props: FieldProps) {
  const { control, readOnly, required, placeholder, onChange } = props;
  const cron = asText(props.value);
  const change = (next: string) =>
    onChange(next, next.trim() === '' && !required ? undefined : scheduleProblem(next));
  return (
    <>
      <TextInput
        {...control}
        value={cron}
        readOnly={readOnly}
        aria-required={required || undefined}
        placeholder={placeholder ?? '0 3 * * *'}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.cron ?? '' }}
        inputContainer={(input) => (
          <>
            {input}
            <ScheduleMeaning cron={cron} />
          </>
        )}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {!readOnly && !control.disabled && (
        <Group gap={6} mt={6}>
          <VisuallyHidden>{texts.examples}</VisuallyHidden>
          {texts.usual.map(([label, example]) => (
            <Button
              key={example}
              variant="default"
              size="compact-xs"
              h={24}
              fw={400}
              aria-pressed={cron.trim() === example}
              onClick={() => change(example)}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}
