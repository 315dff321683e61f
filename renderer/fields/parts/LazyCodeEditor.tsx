import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './CodeEditor';

const CodeEditor = lazy(() => import('./CodeEditor'));

/** The code editor, fetched when a form first needs one; its place is held meanwhile. */
export function LazyCodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={`calc(${props.rows} * 1.259rem + 16px)`} radius="md" />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
