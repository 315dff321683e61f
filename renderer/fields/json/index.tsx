/** json: any JSON value, edited as text. */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CodeCell } from '../code';
import type { FieldKind, FieldProps } from '../kind';
import { plainSummary } from '../parts/TextCell';

const JsonField = lazy(() => import('./JsonField'));

function JsonInput(props: FieldProps) {
  return (
    <Suspense fallback={<Skeleton height={150} radius="md" />}>
      <JsonField {...props} />
    </Suspense>
  );
}

export const json: FieldKind = {
  Input: JsonInput,
  Cell: CodeCell,
  summary: plainSummary,
  accepts: () => true,
  shown: (value) => value ?? null,
  empty: null,
};
