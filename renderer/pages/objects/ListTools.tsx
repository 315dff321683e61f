/** Above a list: search, filter and what is asked for at the moment. */
import type { SchemaDefinition } from '#contract/schemas';
import { FilterChips } from './filter/FilterChips';
import { FilterMenu } from './filter/FilterMenu';
import { useFilterDraft } from './filter/useFilterDraft';
import classes from './ListTools.module.css';
import { SearchField } from './SearchField';
import { TOOLS } from './tools';
import type { ObjectView } from './useListView';
import { useRelationOptions } from './useRelationOptions';

interface Props {
  collection: string;
  schema: SchemaDefinition;
  view: ObjectView;
  plural: string;
  /** Leads on to the rows. */
  onLeave: () => void;
}

export function ListTools({ collection, schema, view, plural, onLeave }: Props) {
  const draft = useFilterDraft(useRelationOptions(collection, schema), view);
  return (
    <div className={classes.tools} {...{ [TOOLS]: true }}>
      <SearchField search={view.search} onSearch={view.setSearch} plural={plural} onLeave={onLeave} />
      <FilterMenu draft={draft} count={view.conditions.length} />
      <FilterChips draft={draft} conditions={view.conditions} />
    </div>
  );
}
