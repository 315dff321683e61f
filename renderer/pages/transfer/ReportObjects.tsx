/** Which objects a report is about, and in which order. */
import { Badge, Button, Collapse, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { IconFilter2, IconSearch } from '@tabler/icons-react';
import type { SchemaDefinition } from '#contract/schemas';
import { columnsOf } from '../../lists/columns';
import { FilterPanel } from '../../lists/filter/FilterPanel';
import { counted } from '../../ui/format';
import { SetChoice } from './SetChoice';
import type { Subject } from './subject';
import classes from './transfer.module.css';
import type { ReportChoice } from './useReportChoice';

const texts = {
  selected: (what: string) => `Only the ${what} selected in the list`,
  search: 'Search',
  filter: 'Filter',
  sort: 'Sort by',
  order: 'Order',
  asc: 'Ascending',
  desc: 'Descending',
};

interface Props {
  subject: Subject;
  schema: SchemaDefinition;
  chosen: ReportChoice;
}

export function ReportObjects({ subject, schema, chosen }: Props) {
  const { draft, conditions, onlySelected } = chosen;
  const known = columnsOf(schema).map(({ id, label }) => ({ value: id, label }));
  const sorts = known.some(({ value }) => value === chosen.sort)
    ? known
    : [...known, { value: chosen.sort, label: chosen.sort }];
  return (
    <Stack gap="sm">
      {onlySelected !== undefined && (
        <Switch
          label={texts.selected(counted(subject.selected.size, subject.singular, subject.plural))}
          checked={onlySelected}
          onChange={(event) => chosen.setOnlySelected(event.currentTarget.checked)}
        />
      )}
      <SetChoice subject={subject} value={chosen.set} onChange={chosen.setSet} />
      <Group gap="sm" align="flex-end">
        {!onlySelected && (
          <>
            <TextInput
              className={classes.grow}
              label={texts.search}
              leftSection={<IconSearch size={15} aria-hidden />}
              value={chosen.search}
              maxLength={200}
              onChange={(event) => chosen.setSearch(event.currentTarget.value)}
            />
            <Button
              variant="default"
              leftSection={<IconFilter2 size={16} stroke={1.7} />}
              rightSection={
                conditions.length > 0 && (
                  <Badge size="sm" circle className="tabular">
                    {conditions.length}
                  </Badge>
                )
              }
              aria-expanded={draft.opened}
              onClick={() => (draft.opened ? draft.close() : draft.open())}
            >
              {texts.filter}
            </Button>
          </>
        )}
        <NativeSelect
          label={texts.sort}
          data={sorts}
          value={chosen.sort}
          onChange={(event) => chosen.setSort(event.currentTarget.value)}
        />
        <NativeSelect
          label={texts.order}
          data={[
            { value: 'asc', label: texts.asc },
            { value: 'desc', label: texts.desc },
          ]}
          value={chosen.order}
          onChange={(event) => chosen.setOrder(event.currentTarget.value === 'desc' ? 'desc' : 'asc')}
        />
      </Group>
      <Collapse expanded={!onlySelected && draft.opened}>
        <FilterPanel draft={draft} />
      </Collapse>
    </Stack>
  );
}
