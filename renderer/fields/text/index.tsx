/** text, textarea and hidden. `settings.textTransform` is applied by the server on save. */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FieldKind, FieldProps } from '../kind';
import { plainSummary, TextCell } from '../parts/TextCell';
import { TextareaField, TextField } from './TextField';
import { asText, isTextual } from './text-value';

const ScheduleField = lazy(() => import('./ScheduleField'));

/** A line of text; one whose format is `cron` is a schedule. */
function TextInput(props: FieldProps) {
  if (props.definition.format !== 'cron') return <TextField {...props} />;
  return (
    <Suspense fallback={<Skeleton height={34} radius="md" />}>
      <ScheduleField {...props} />
    </Suspense>
  );
}

export const text: FieldKind = {
  Input: TextInput,
  Cell: TextCell,
  summary: plainSummary,
  accepts: isTextual,
  shown: asText,
  empty: '',
};

export const textarea: FieldKind = { ...text, Input: TextareaField };

/** Never drawn by the form; its value is kept and shown in lists like text. */
export const hidden: FieldKind = text;
