/** text, textarea and hidden. `settings.textTransform` is applied by the server on save. */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { t } from '../../t';
import { autogen, lang, lengths, options, pattern, placeholder, rows } from '../builder-settings';
import type { FieldProps } from '../kind';
import { bulk, columns } from '../presets';
import { TextareaField, TextField } from './TextField';
import { textKind } from './text-kind';

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

export const text = textKind({
  Input: TextInput,
  title: true,
  builder: {
    group: t('Text'),
    label: t('Text'),
    help: t('A single line, such as a title or a name.'),
    words: 'string input',
    settings: [placeholder, options, ...lengths, pattern, autogen, lang],
  },
  column: columns.words,
  inCell: TextInput,
  fromText: (text) => text.replace(/[\r\n]+/g, ' '),
  filter: 'text',
  bulk: bulk.one,
});

export const textarea = textKind({
  Input: TextareaField,
  builder: {
    group: t('Text'),
    label: t('Long text'),
    help: t('Multiple lines without formatting.'),
    words: 'multiline',
    settings: [placeholder, ...lengths, pattern, autogen, rows, lang],
  },
  column: columns.long,
  inCell: TextareaField,
  fromText: (text) => text,
  filter: 'long',
  bulk: bulk.one,
});

export const hidden = textKind({
  Input: TextInput,
  unseen: true,
  builder: {
    group: t('Special'),
    label: t('Hidden'),
    help: t('Stored and served, but not shown in the form.'),
    settings: [autogen],
  },
});
