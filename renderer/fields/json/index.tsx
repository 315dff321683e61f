/** json: any JSON value, edited as text. */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { t } from '../../t';
import { rows } from '../builder-settings';
import { CodeCell } from '../code';
import { SourceDifference } from '../differences';
import type { FieldKind, FieldProps } from '../kind';
import { plainSummary } from '../parts/TextCell';
import { textSetting } from '../settings';
import { ScopeField } from './ScopeField';
import { readScope } from './scope-value';

const JsonField = lazy(() => import('./JsonField'));

/** JSON as text; a scope (`settings.editor: "scope"`) is chosen as long as it is one that can be. */
function JsonInput(props: FieldProps) {
  const scope = textSetting(props.definition, 'editor') === 'scope' ? readScope(props.value) : undefined;
  if (scope !== undefined && props.problem === undefined) return <ScopeField {...props} scope={scope} />;
  return (
    <Suspense fallback={<Skeleton height={150} radius="md" />}>
      <JsonField {...props} />
    </Suspense>
  );
}

export const json: FieldKind = {
  Input: JsonInput,
  Cell: CodeCell,
  Difference: SourceDifference,
  summary: plainSummary,
  accepts: () => true,
  shown: (value) => value ?? null,
  empty: null,
  builder: { group: t('Special'), label: 'JSON', help: t('Any JSON value.'), settings: [rows] },
};
