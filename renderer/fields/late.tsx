/**
 * Controls of kinds are loaded after the first screen, which has a budget of JavaScript
 * (`renderer/compressed-files.config.ts`).
 */
import { Skeleton } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { FieldInput, FieldProps } from './kind';

/**
 * A control whose code is not part of the first screen: lists and the start page need what a kind says of its values,
 * and no control. Once `load` has resolved it is drawn at once; before, a grey area stands in for it.
 */
export function late(read: () => Promise<ComponentType<FieldProps>>, height = 36): FieldInput {
  let Loaded: ComponentType<FieldProps> | undefined;
  const load = async () => {
    Loaded = await read();
    return { default: Loaded };
  };
  const Loading = lazy(load);
  function LateInput(props: FieldProps) {
    // As it was when the field appeared: a control that changed places would lose the focus.
    const [Ready] = useState(() => Loaded);
    if (Ready !== undefined) return <Ready {...props} />;
    return (
      <Suspense fallback={<Skeleton height={height} radius="md" />}>
        <Loading {...props} />
      </Suspense>
    );
  }
  return Object.assign(LateInput, { load });
}
