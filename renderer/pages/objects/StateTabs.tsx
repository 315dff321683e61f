/** Above the list of a collection that publishes: its objects by state. */
import { ScrollArea, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { OBJECT_STATES, type ObjectState } from '#contract/objects';
import { statesQuery } from '../../api/states';
import { formatNumber } from '../../ui/format';
import classes from './states.module.css';

const texts = {
  label: 'State',
  all: 'All',
  tabs: { draft: 'Drafts', scheduled: 'Scheduled', published: 'Published', archived: 'Archived' },
};

interface Props {
  collection: string;
  /** The change set that is counted instead of what is live. */
  set: string | undefined;
  state: ObjectState | undefined;
  onChange: (state: ObjectState | undefined) => void;
}

export function StateTabs({ collection, set, state, onChange }: Props) {
  const { data } = useQuery(statesQuery(collection, [], set));
  const counts = data?.counts;
  // What is archived is looked for now and then.
  const states = OBJECT_STATES.filter((one) => one !== 'archived' || state === one || counts?.archived !== 0);
  const tab = (one: ObjectState | undefined) => (
    <UnstyledButton
      key={one ?? 'all'}
      className={classes.tab}
      aria-pressed={state === one}
      onClick={() => onChange(one)}
    >
      {one === undefined ? texts.all : texts.tabs[one]}
      {one !== undefined && counts && <span className={classes.count}>{formatNumber(counts[one])}</span>}
    </UnstyledButton>
  );
  return (
    <ScrollArea type="never" className={classes.scroll}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form */}
      <div role="group" aria-label={texts.label} className={classes.tabs}>
        {tab(undefined)}
        {states.map(tab)}
      </div>
    </ScrollArea>
  );
}
