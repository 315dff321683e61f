import { Button } from '@mantine/core';
import type { UnsavedSummary } from '#contract/unsaved';
import type { UnsavedActions } from './useUnsavedActions';

const texts = {
  restore: 'Restore object',
  copy: 'Copy to new object',
};

interface Props {
  unsaved: UnsavedSummary;
  title: string;
  actions: UnsavedActions;
}

/** What can be done with unsaved changes whose object was deleted. */
export function MissingActions({ unsaved, title, actions }: Props) {
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${texts.copy}: ${title}`}
        onClick={() => actions.copyToNew(unsaved)}
      >
        {texts.copy}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${texts.restore}: ${title}`}
        onClick={() => void actions.restoreObject(unsaved)}
      >
        {texts.restore}
      </Button>
    </>
  );
}
