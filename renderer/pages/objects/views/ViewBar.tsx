/** The saved views of a collection at the head of its list, and what can be done with the one that is shown. */
import { ActionIcon, Button, Menu, ScrollArea, Text, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowRight,
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconDots,
  IconHome,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import type { SavedView, SavedViews } from '#contract/views';
import { TOOLS } from '../../../lists/tools';
import { useRights } from '../../../ui/rights';
import type { Columns } from '../useColumns';
import type { ObjectView } from '../useListView';
import { useViewActions } from './useViewActions';
import classes from './ViewBar.module.css';
import { ViewNameDialog } from './ViewNameDialog';
import { viewSearch } from './view-address';

const texts = {
  views: 'Views',
  all: (plural: string) => `All ${plural}`,
  edited: 'edited',
  opens: 'default',
  save: 'Save as view…',
  saveTitle: 'Save view',
  saveAction: 'Save',
  menu: (name: string) => `View “${name}”`,
  update: 'Update the view',
  reset: 'Reset',
  saveNew: 'Save as new view…',
  rename: 'Rename…',
  renameTitle: 'Rename view',
  renameAction: 'Rename',
  setDefault: 'Set as default view',
  noDefault: 'Remove default view',
  left: 'Move left',
  right: 'Move right',
  delete: 'Delete',
  unknown: (names: string) => `This view uses properties that are not in the schema: ${names}.`,
};

interface Props {
  collection: string;
  plural: string;
  views: SavedViews;
  view: ObjectView;
  columns: Columns;
}

function ViewBarView({ collection, plural, views, view, columns }: Props) {
  const actions = useViewActions(collection, views, view, columns.chosen);
  const [naming, setNaming] = useState<'save' | 'rename'>();
  const { saved, edited } = view;
  // There is something to keep: not just the whole list as it opens by itself.
  const differs =
    view.key !== '' ||
    view.sorted ||
    view.asked.layout !== '' ||
    view.asked.by !== '' ||
    columns.chosen !== undefined;
  const { manages } = useRights();
  // Where a view can be saved the row is there from the start: nothing moves when the list is narrowed.
  if (views.views.length === 0 && !manages) return null;

  const tab = (one: SavedView | undefined) => (
    <Link
      key={one?.id ?? ''}
      to={{ search: viewSearch(one?.id, views.default) }}
      className={classes.tab}
      aria-current={saved?.id === one?.id ? 'page' : undefined}
    >
      {one?.unknown && <IconAlertTriangle size={14} className={classes.warning} aria-hidden />}
      <span className="truncate">{one?.name ?? texts.all(plural)}</span>
      {one !== undefined && one.id === views.default && (
        <IconHome size={13} aria-label={texts.opens} className={classes.mark} />
      )}
      {one !== undefined && saved?.id === one.id && edited && (
        <span className={classes.edited}>{texts.edited}</span>
      )}
    </Link>
  );

  return (
    <div className={classes.bar} {...{ [TOOLS]: true }}>
      <ScrollArea type="never" className={classes.scroll}>
        <nav aria-label={texts.views} className={classes.tabs}>
          {tab(undefined)}
          {views.views.map(tab)}
        </nav>
      </ScrollArea>
      {manages && saved && edited && (
        <Button variant="light" size="compact-sm" flex="none" onClick={() => void actions.update(saved)}>
          {texts.update}
        </Button>
      )}
      {saved && edited && (
        <Tooltip label={texts.reset}>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={texts.reset} onClick={view.reset}>
            <IconArrowBackUp size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      {manages && saved === undefined && differs && (
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          leftSection={<IconBookmarkPlus size={15} />}
          onClick={() => setNaming('save')}
        >
          {texts.save}
        </Button>
      )}
      {manages && saved && (
        <ViewMenu
          {...{ views, saved, edited, actions }}
          onSave={() => setNaming('save')}
          onRename={() => setNaming('rename')}
        />
      )}
      {saved?.unknown && (
        <Text size="xs" c="dimmed" className={classes.note}>
          {texts.unknown(saved.unknown.join(', '))}
        </Text>
      )}
      {naming === 'save' && (
        <ViewNameDialog
          title={texts.saveTitle}
          action={texts.saveAction}
          name=""
          reserved={texts.all(plural)}
          onSave={actions.save}
          onClose={() => setNaming(undefined)}
        />
      )}
      {naming === 'rename' && saved && (
        <ViewNameDialog
          title={texts.renameTitle}
          action={texts.renameAction}
          name={saved.name}
          reserved={texts.all(plural)}
          onSave={(name) => actions.rename(saved, name)}
          onClose={() => setNaming(undefined)}
        />
      )}
    </div>
  );
}

export const ViewBar = memo(ViewBarView);

interface MenuProps {
  views: SavedViews;
  saved: SavedView;
  edited: boolean;
  actions: ReturnType<typeof useViewActions>;
  onSave: () => void;
  onRename: () => void;
}

function ViewMenu({ views, saved, edited, actions, onSave, onRename }: MenuProps) {
  const place = views.views.findIndex(({ id }) => id === saved.id);
  const isDefault = views.default === saved.id;
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={texts.menu(saved.name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {edited && (
          <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => void actions.update(saved)}>
            {texts.update}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconBookmarkPlus size={16} />} onClick={onSave}>
          {texts.saveNew}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
          {texts.rename}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHome size={16} />}
          onClick={() => void actions.setDefault(isDefault ? undefined : saved)}
        >
          {isDefault ? texts.noDefault : texts.setDefault}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowLeft size={16} />}
          disabled={place === 0}
          onClick={() => void actions.move(saved, -1)}
        >
          {texts.left}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={16} />}
          disabled={place === views.views.length - 1}
          onClick={() => void actions.move(saved, 1)}
        >
          {texts.right}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => void actions.remove(saved)}
        >
          {texts.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
