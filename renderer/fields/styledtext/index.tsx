/** styledtext: rich text, stored as HTML. */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { JsonValue } from '#contract/values';
import type { CellProps, FieldKind, FieldProps } from '../kind';
import { TextCell } from '../parts/TextCell';
import { asText, isTextual } from '../text/text-value';

const StyledTextField = lazy(() => import('./StyledTextField'));

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

function StyledTextCell({ value, definition }: CellProps) {
  return <TextCell value={textOfHtml(value)} definition={definition} />;
}

export const styledtext: FieldKind = {
  Input: StyledTextInput,
  Cell: StyledTextCell,
  summary: textOfHtml,
  accepts: isTextual,
  shown: asText,
  empty: '',
};
