/** How the list is drawn: its layout, the property it is drawn by, and how close together its rows are. */
import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconBinaryTree,
  IconCalendarMonth,
  IconLayoutGrid,
  IconLayoutKanban,
  IconTable,
} from '@tabler/icons-react';
import type { SchemaDefinition } from '#contract/schemas';
import { isLayout, LAYOUTS, type Layout } from '#contract/views';
import { type Arrangement, groupingsOf, propertiesFor } from '../../../lists/arrangement';
import { TOOLS } from '../../../lists/tools';
import { DENSITIES, type Density, useDensity } from '../useDensity';

const ICONS = {
  table: IconTable,
  cards: IconLayoutGrid,
  calendar: IconCalendarMonth,
  board: IconLayoutKanban,
  tree: IconBinaryTree,
} as const satisfies Record<Layout, unknown>;

const layoutTexts: Readonly<Record<Layout, string>> = {
  table: 'Table',
  cards: 'Cards',
  calendar: 'Calendar',
  board: 'Board',
  tree: 'Tree',
};

const densityTexts: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

const texts = {
  layout: 'Layout',
  current: (label: string) => `Layout: ${label}`,
  calendar: 'Date',
  board: 'Columns',
  density: 'Row height',
  group: 'Group by',
  noGroup: 'No groups',
};

interface Props {
  schema: SchemaDefinition;
  arrangement: Arrangement;
  /** The objects are in a tree. */
  isTree: boolean;
  onChange: (layout: Layout, by?: string) => void;
}

export function LayoutMenu({ schema, arrangement, isTree, onChange }: Props) {
  const [density, setDensity] = useDensity();
  const { layout, by } = arrangement;
  const grouped = layout === 'table' || layout === 'cards';
  const groupings = groupingsOf(schema);
  const Icon = ICONS[layout];
  const offered = LAYOUTS.filter((one) =>
    one === 'tree' ? isTree : propertiesFor(schema, one)?.length !== 0,
  );
  const properties = propertiesFor(schema, layout) ?? [];
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <Tooltip label={texts.current(layoutTexts[layout])}>
          <ActionIcon size={32} variant="default" aria-label={texts.current(layoutTexts[layout])}>
            <Icon size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }} {...{ [TOOLS]: true }}>
        <Menu.Label>{texts.layout}</Menu.Label>
        <Menu.RadioGroup
          value={layout}
          onChange={(next) => isLayout(next) && onChange(next, arrangement.grouping?.name)}
        >
          {offered.map((one) => {
            const LayoutIcon = ICONS[one];
            return (
              <Menu.RadioItem key={one} value={one} closeMenuOnClick>
                <Group gap={8}>
                  <LayoutIcon size={16} stroke={1.6} aria-hidden />
                  {layoutTexts[one]}
                </Group>
              </Menu.RadioItem>
            );
          })}
        </Menu.RadioGroup>
        {by && (
          <>
            <Menu.Divider />
            <Menu.Label>{layout === 'calendar' ? texts.calendar : texts.board}</Menu.Label>
            <Menu.RadioGroup value={by.name} onChange={(next) => onChange(layout, next)}>
              {properties.map(({ name, label }) => (
                <Menu.RadioItem key={name} value={name} closeMenuOnClick>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        {grouped && groupings.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{texts.group}</Menu.Label>
            <Menu.RadioGroup
              value={arrangement.grouping?.name ?? ''}
              onChange={(next) => onChange(layout, next)}
            >
              {[{ name: '', label: texts.noGroup }, ...groupings].map(({ name, label }) => (
                <Menu.RadioItem key={name} value={name} closeMenuOnClick>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        {layout === 'table' && (
          <>
            <Menu.Divider />
            <Menu.Label>{texts.density}</Menu.Label>
            <Menu.RadioGroup
              value={density}
              onChange={(next) => {
                const chosen = DENSITIES.find((one) => one === next);
                if (chosen) setDensity(chosen);
              }}
            >
              {DENSITIES.map((one) => (
                <Menu.RadioItem key={one} value={one} closeMenuOnClick>
                  {densityTexts[one]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
