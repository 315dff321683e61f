/** The preview of changes of many objects, and what can be done with it. */
import { Button, Group, Progress, Text } from '@mantine/core';
import type { SchemaDefinition } from '#contract/schemas';
import { MAX_OPERATIONS } from '../../../api/batch';
import { formatNumber } from '../../../ui/format';
import type { Preview } from './bulk-edit';
import { PreviewTable } from './PreviewTable';
import { type Previewed, summaryOf } from './usePreviewed';

const texts = {
  reading: (done: number, of: number) => `Reading ${formatNumber(done)} of ${formatNumber(of)}`,
  checking: (done: number, of: number) => `Checking ${formatNumber(done)} of ${formatNumber(of)}`,
  writing: (done: number, of: number) => `Writing ${formatNumber(done)} of ${formatNumber(of)}`,
  stop: 'Stop',
  apply: (what: string) => `Change ${what}`,
  preview: 'Preview',
  stays: 'Rejected objects are not changed. The others are changed all at once or not at all.',
  parts: (count: number) =>
    `Changes are written in ${count} batches of up to ${formatNumber(MAX_OPERATIONS)}, each all at once or not at all. If a batch is rejected, the earlier ones are kept and can be undone.`,
};

const soundRows = (preview: Preview | undefined) =>
  preview?.rows.filter((row) => row.refused === undefined) ?? [];

interface StepProps {
  previewed: Previewed;
  preview: Preview;
  schema: SchemaDefinition;
}

export function PreviewStep({ previewed, preview, schema }: StepProps) {
  const sound = soundRows(preview).length;
  const refused = preview.rows.length - sound;
  const parts = Math.ceil(sound / MAX_OPERATIONS);
  const note = parts > 1 ? texts.parts(parts) : refused > 0 ? texts.stays : undefined;
  return (
    <>
      <Text fw={550}>{summaryOf(previewed.what(sound), preview.same, refused)}</Text>
      {preview.rows.length > 0 && <PreviewTable rows={preview.rows} schema={schema} />}
      {note !== undefined && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

interface FootProps {
  previewed: Previewed;
  back: { label: string; onClick: () => void };
  /** Leads to the preview; without it the preview comes by itself. */
  look?: { disabled: boolean; onClick: () => void };
}

export function PreviewFoot({ previewed, back, look }: FootProps) {
  const { preview, progress } = previewed;
  const sound = soundRows(preview);
  const busy = progress !== undefined;
  return (
    <>
      {progress && (
        <div>
          <Text size="sm" c="dimmed" className="tabular">
            {texts[progress.doing](progress.done, progress.of)}
          </Text>
          <Progress
            value={(progress.done / Math.max(1, progress.of)) * 100}
            aria-label={preview ? texts.apply(previewed.what(sound.length)) : texts.preview}
          />
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        {progress?.doing === 'writing' && progress.of > MAX_OPERATIONS ? (
          <Button variant="default" disabled={previewed.stopping} onClick={previewed.stop}>
            {texts.stop}
          </Button>
        ) : (
          <Button variant="default" disabled={busy && preview !== undefined} onClick={back.onClick}>
            {back.label}
          </Button>
        )}
        {preview === undefined && look ? (
          <Button disabled={look.disabled} loading={busy} onClick={look.onClick}>
            {texts.preview}
          </Button>
        ) : (
          <Button disabled={sound.length === 0} loading={busy} onClick={() => void previewed.apply(sound)}>
            {texts.apply(previewed.what(sound.length))}
          </Button>
        )}
      </Group>
    </>
  );
}
