import { Button } from '@mantine/core';
import type { DraftSummary } from '#contract/drafts';
import type { DraftActions } from './useDraftActions';

const texts = {
  restore: 'Restore object',
  copy: 'Copy to new object',
};

interface Props {
  draft: DraftSummary;
  title: string;
  actions: DraftActions;
}

/** What can be done with a draft whose object was deleted. */
export function MissingActions({ draft, title, actions }: Props) {
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${texts.copy}: ${title}`}
        onClick={() => actions.copyToNew(draft)}
      >
        {texts.copy}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${texts.restore}: ${title}`}
        onClick={() => void actions.restoreObject(draft)}
      >
        {texts.restore}
      </Button>
    </>
  );
}
