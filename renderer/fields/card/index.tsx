/** card: one part with a form of its own. */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { isJsonObject } from '#contract/values';
import type { FieldKind, FieldProps } from '../kind';
import { looseSummary } from '../parts/part-summary';
import { TextCell } from '../parts/TextCell';

// Later, because a form draws cards and a card draws a form.
const CardField = lazy(() => import('./CardField'));

export const card: FieldKind = {
  Input: (props: FieldProps) => (
    <Suspense fallback={<Skeleton height={72} radius="md" />}>
      <CardField {...props} />
    </Suspense>
  ),
  Cell: ({ value, definition }) => <TextCell value={looseSummary(value)} definition={definition} />,
  summary: looseSummary,
  // An empty list is how PHP writes an empty card.
  accepts: (value) => isJsonObject(value) || (Array.isArray(value) && value.length === 0),
  empty: {},
  group: true,
  parts: true,
};
