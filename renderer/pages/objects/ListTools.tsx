/** Above a list: search, filter and what is asked for at the moment. */
import { memo } from 'react';
import { Link } from 'react-router';
import type { SchemaDefinition } from '#contract/schemas';
import { SHARED_DRAFT } from '#contract/set-names';
import { FilterChips } from '../../lists/filter/FilterChips';
import { FilterMenu } from '../../lists/filter/FilterMenu';
import { useFilterDraft } from '../../lists/filter/useFilterDraft';
import { TOOLS } from '../../lists/tools';
import { formatNumber } from '../../ui/format';
import classes from './ListTools.module.css';
import type { ListDrafts } from './list-drafts';
import { SearchField } from './SearchField';
import { StateTabs } from './StateTabs';
import type { ObjectView } from './useListView';
import { useRelationOptions } from './useRelationOptions';

const texts = { changed: 'Changed' };

interface Props {
  collection: string;
  schema: SchemaDefinition;
  view: ObjectView;
  drafts: ListDrafts;
  /** Something says which of its objects are live. */
  publishes: boolean;
  plural: string;
  /** Leads on to the rows. */
  onLeave: () => void;
}

function ListToolsView({ collection, schema, view, drafts, publishes, plural, onLeave }: Props) {
  const { counts } = drafts;
  const changed = counts.new + counts.edit + counts.remove;
  const draft = useFilterDraft(useRelationOptions(collection, schema), view);
  return (
    <div className={classes.tools} {...{ [TOOLS]: true }}>
      {publishes && (
        <StateTabs collection={collection} set={drafts.set} state={view.state} onChange={view.setState} />
      )}
      <SearchField search={view.search} onSearch={view.setSearch} plural={plural} onLeave={onLeave} />
      <FilterMenu draft={draft} count={view.conditions.length} />
      {changed > 0 && (
        <Link to={`/change-sets/${SHARED_DRAFT}`} className={classes.changed}>
          {texts.changed} <span className={classes.count}>{formatNumber(changed)}</span>
        </Link>
      )}
      <FilterChips draft={draft} conditions={view.conditions} />
    </div>
  );
}

export const ListTools = memo(ListToolsView);
