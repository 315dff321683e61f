/** styledtext: rich text, stored as HTML. */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { JsonValue } from '#contract/values';
import { t } from '../../t';
import { lang, placeholder } from '../builder-settings';
import type { CellProps, FieldProps } from '../kind';
import { TextCell } from '../parts/TextCell';
import { columns } from '../presets';
import { textKind } from '../text/text-kind';
import { asText } from '../text/text-value';
import { embedHosts } from './embed-hosts';

const StyledTextField = lazy(() => import('./StyledTextField'));
const StyledTextDifference = lazy(() => import('./StyledTextDifference'));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

/** HTML as one line of text; good enough to recognise a text by, and never shown as anything but text. */
export function textOfHtml(value: JsonValue | undefined): string {
  return asText(value)
    .slice(0, 4000)
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_entity, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function StyledTextInput(props: FieldProps) {
  return (
    <Suspense fallback={<Skeleton height={240} radius="md" />}>
      <StyledTextField {...props} />
    </Suspense>
  );
}

function StyledTextCell(props: CellProps) {
  return <TextCell {...props} value={textOfHtml(props.value)} />;
}

export const styledtext = textKind({
  Input: StyledTextInput,
  Cell: StyledTextCell,
  Difference: StyledTextDifference,
  summary: textOfHtml,
  builder: {
    group: t('Text'),
    label: t('Rich text'),
    help: t('Headings, lists, links and images, stored as HTML.'),
    words: 'html wysiwyg body',
    settings: [placeholder, embedHosts, lang],
  },
  column: columns.long,
  filter: 'long',
});
