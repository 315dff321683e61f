import { ActionIcon, Anchor, Group, Kbd, Loader, Menu, Text, Title, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconBraces,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconCursorText,
  IconDots,
  IconHistory,
  IconLink,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import { collectionsQuery } from '../../api/queries';
import { statesQuery } from '../../api/states';
import { t } from '../../t';
import { formatNumber, inSentence } from '../../ui/format';
import { MOD } from '../../ui/keyboard';
import { singularOf } from '../../ui/object-labels';
import { useRights } from '../../ui/rights';
import { StateMark } from '../../ui/StateMark';
import { titleOf } from '../../ui/title-of';
import type { FormStore } from '../../unsaved/form-store';
import { dirtyProperties, isDirty, statusOf, valuesOf } from '../../unsaved/read-form';
import type { UndoStore } from '../../unsaved/undo';
import { useFormState } from '../../unsaved/useFormState';
import { useHistoryAddress } from '../history/useHistoryAddress';
import { PreviewButton } from '../preview/PreviewButton';
import classes from './editor.module.css';
import { Parents } from './Parents';
import { SaveButton } from './SaveButton';
import { UndoButtons, UndoItems } from './UndoButtons';
import { UsedIn } from './UsedIn';
import type { EditorActions } from './useEditorActions';
import { type HeadRoom, useHeadRoom } from './useHeadRoom';
import type { Neighbours, Step } from './useNeighbours';
import type { ObjectSets } from './useObjectSets';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** The state of the form in a few words. Changes are announced by the editor, not by this text. */
function SaveState({ store }: { store: FormStore }) {
  const status = useFormState(store, statusOf);
  const count = useFormState(store, (state) => dirtyProperties(state).length);
  const savedAt = useFormState(store, (state) => state.savedAt);
  const isNew = useFormState(store, (state) => state.isNew);
  const { suggests } = useRights();
  const changes = count === 1 ? t('1 unsaved change') : t(`${count} unsaved changes`);

  const words = {
    clean: isNew ? t('Not created yet') : t('No changes'),
    dirty: changes,
    saving: t('Saving…'),
    saved: suggests
      ? t(`Suggested ${savedAt === undefined ? '' : clock.format(savedAt)}`)
      : t(`Saved ${savedAt === undefined ? '' : clock.format(savedAt)}`),
    failed: count === 0 ? t('Not saved') : t(`Not saved, ${changes}`),
    conflict: t(`Changed elsewhere, ${changes}`),
    deleted: t('Deleted'),
  }[status];
  const alarming = status === 'failed' || status === 'conflict' || status === 'deleted';
  return (
    <Text size="sm" c={alarming ? 'red' : 'dimmed'} className="tabular" truncate data-testid="save-state">
      {status === 'saving' && <Loader size={12} mr={6} aria-hidden="true" />}
      {words}
    </Text>
  );
}

/** Where the object stands as it is stored, in a collection that publishes. */
function LiveState({ store, collection }: { store: FormStore; collection: string }) {
  const id = useFormState(store, (state) => String(state.base.id ?? ''));
  const summary = useQuery(collectionsQuery()).data?.find(({ name }) => name === collection);
  const { data } = useQuery({
    ...statesQuery(collection, [id]),
    enabled: id !== '' && summary?.publishes === true,
  });
  const state = data?.objects[id];
  if (!state) return null;
  // The line of places puts a mark before each of its parts.
  return (
    <span>
      <StateMark of={state} />
    </span>
  );
}

const texts = { place: (at: number, of: number) => `${formatNumber(at)} of ${formatNumber(of)}` };

interface Props {
  store: UndoStore;
  settings: CollectionSettings;
  neighbours: Neighbours;
  actions: EditorActions;
  sets: ObjectSets;
}

/** What the object is called right now. */
function LiveTitle({
  store,
  settings,
  onTitle,
}: Pick<Props, 'store' | 'settings'> & Pick<HeadRoom, 'onTitle'>) {
  const title = useFormState(store, (state) => titleOf(valuesOf(state)));
  const isNew = useFormState(store, (state) => state.isNew);
  const labelSingular = inSentence(singularOf(settings));
  const shown = title === '' ? t(`New ${labelSingular}`) : title;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its width is that of the text
  useLayoutEffect(() => {
    if (heading.current !== null) onTitle(heading.current);
  }, [shown]);
  return (
    <>
      <title>{`${shown} – Plinth`}</title>
      <Title
        ref={heading}
        order={1}
        className={classes.title}
        title={shown}
        data-new={(isNew && title === '') || undefined}
      >
        {shown}
      </Title>
    </>
  );
}

/** How often the object is used, as it is stored. */
function LiveUsedIn({ store, settings }: Pick<Props, 'store' | 'settings'>) {
  const base = useFormState(store, (state) => state.base);
  return <UsedIn collection={settings.id} id={String(base.id ?? '')} title={titleOf(base)} />;
}

function StepButton({
  to,
  label,
  keys,
  onOpen,
  children,
}: {
  to: Step | undefined;
  label: string;
  keys: string;
  onOpen(step: Step): void;
  children: React.ReactNode;
}) {
  return (
    <Tooltip label={`${label} (${keys})`} disabled={to === undefined}>
      <ActionIcon
        size={32}
        aria-label={label}
        data-disabled={to === undefined || undefined}
        aria-disabled={to === undefined}
        onClick={() => to !== undefined && onOpen(to)}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

const Hint = ({ keys }: { keys: string }) => <Kbd size="xs">{keys}</Kbd>;

/** The objects beside this one in the list. */
function Steps({ neighbours, actions }: Pick<Props, 'neighbours' | 'actions'>) {
  return (
    <Group gap={0} wrap="nowrap" className={classes.steps}>
      <StepButton to={neighbours.previous} label={t('Previous object')} keys="Alt+↑" onOpen={actions.open}>
        <IconChevronLeft size={18} />
      </StepButton>
      <StepButton to={neighbours.next} label={t('Next object')} keys="Alt+↓" onOpen={actions.open}>
        <IconChevronRight size={18} />
      </StepButton>
    </Group>
  );
}

const HistoryButton = ({ onOpen }: { onOpen(): void }) => (
  <Tooltip label={t('History (Alt+H)')}>
    <ActionIcon size={32} variant="default" aria-label={t('History')} onClick={onOpen}>
      <IconHistory size={18} />
    </ActionIcon>
  </Tooltip>
);

interface MoreProps extends Pick<Props, 'store' | 'settings' | 'neighbours' | 'actions' | 'sets'> {
  /** The buttons beside the menu are in it. */
  isNarrow: boolean;
  onHistory(): void;
}

/** What there is no room for beside the title. */
function NarrowItems({ store, settings, neighbours, actions, onHistory }: Omit<MoreProps, 'sets'>) {
  const isNew = useFormState(store, (state) => state.isNew);
  const { edits, suggests } = useRights();
  const { previous, next } = neighbours;
  const steps = [
    { label: t('Previous object'), keys: 'Alt+↑', to: previous, Icon: IconChevronLeft },
    { label: t('Next object'), keys: 'Alt+↓', to: next, Icon: IconChevronRight },
  ];
  return (
    <>
      {(edits || suggests) && <UndoItems store={store} />}
      {!isNew &&
        !settings.singleton &&
        steps.map(({ label, keys, to, Icon }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} />}
            rightSection={<Hint keys={keys} />}
            disabled={to === undefined}
            onClick={() => to !== undefined && actions.open(to)}
          >
            {label}
          </Menu.Item>
        ))}
      {edits && !isNew && (
        <Menu.Item
          leftSection={<IconHistory size={16} />}
          rightSection={<Hint keys="Alt+H" />}
          onClick={onHistory}
        >
          {t('History')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}

function MoreMenu(props: MoreProps) {
  const { store, settings, actions, sets, isNarrow } = props;
  const dirty = useFormState(store, isDirty);
  const isNew = useFormState(store, (state) => state.isNew);
  const { singleton } = settings;
  const { edits, suggests } = useRights();
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <ActionIcon size={32} variant="default" aria-label={t('More actions')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isNarrow && <NarrowItems {...props} />}
        {(edits || suggests) && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} />}
            disabled={!dirty}
            onClick={actions.revertAll}
          >
            {t('Revert all changes')}
          </Menu.Item>
        )}
        {!isNew && (
          <>
            {edits && !singleton && (
              <Menu.Item
                leftSection={<IconCopy size={16} />}
                rightSection={<Hint keys={`${MOD}+D`} />}
                onClick={actions.duplicate}
              >
                {t('Duplicate')}
              </Menu.Item>
            )}
            {edits && !singleton && (
              <Menu.Item leftSection={<IconCursorText size={16} />} onClick={actions.rename}>
                {t('Change ID…')}
              </Menu.Item>
            )}
            {edits && <Menu.Divider />}
            <Menu.Item leftSection={<IconBraces size={16} />} onClick={actions.viewJson}>
              {t('View as JSON')}
            </Menu.Item>
            <Menu.Item leftSection={<IconLink size={16} />} onClick={actions.copyUrl}>
              {t('Copy API URL')}
            </Menu.Item>
            {edits && (
              <>
                <Menu.Divider />
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={actions.remove}>
                  {t('Move to trash')}
                </Menu.Item>
                {sets.change === undefined && (
                  <Menu.Item leftSection={<IconTrashX size={16} />} onClick={actions.removeLater}>
                    {t('Delete when published')}
                  </Menu.Item>
                )}
              </>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Where one is, what it is called, how it stands, what can be done. Stays in view. */
export function EditorHeader({ store, settings, neighbours, actions, sets }: Props) {
  const isNew = useFormState(store, (state) => state.isNew);
  const { singleton } = settings;
  const { edits, suggests } = useRights();
  const history = useHistoryAddress();
  useHotkeys(edits && !isNew ? [['alt+H', history.open, { usePhysicalKeys: true }]] : [], [], true);
  const writes = edits || suggests;
  const hasSteps = !isNew && !singleton;
  const hasHistory = edits && !isNew;
  const room = useHeadRoom({ single: hasHistory ? 1 : 0, pairs: (writes ? 1 : 0) + (hasSteps ? 1 : 0) });
  return (
    <header ref={room.head} className={classes.header}>
      <div className={classes.crumbLine}>
        <nav aria-label={t('Breadcrumb')} className={classes.crumbs}>
          {singleton ? (
            <span>{settings.name}</span>
          ) : (
            <Anchor
              component={Link}
              to={{ pathname: `/c/${encodeURIComponent(settings.id)}`, search: neighbours.search }}
              size="xs"
              c="dimmed"
              className={classes.back ?? ''}
            >
              {settings.name}
            </Anchor>
          )}
          <Parents store={store} settings={settings} />
          {!isNew && <LiveState store={store} collection={settings.id} />}
          {!isNew && <LiveUsedIn store={store} settings={settings} />}
          {neighbours.place && <span>{texts.place(neighbours.place.at, neighbours.place.of)}</span>}
        </nav>
        <div className={classes.state}>
          <SaveState store={store} />
        </div>
      </div>
      <div className={classes.titleLine}>
        <LiveTitle store={store} settings={settings} onTitle={room.onTitle} />
        <Group gap={6} wrap="nowrap" className={classes.actions}>
          {writes && <UndoButtons store={store} shown={room.hasRoom} />}
          {room.hasRoom && hasSteps && <Steps neighbours={neighbours} actions={actions} />}
          {room.hasRoom && hasHistory && <HistoryButton onOpen={history.open} />}
          <Group ref={room.always} gap={6} wrap="nowrap" className={classes.always}>
            <PreviewButton />
            <MoreMenu
              {...{ store, settings, neighbours, actions, sets }}
              isNarrow={!room.hasRoom}
              onHistory={history.open}
            />
            <SaveButton store={store} singleton={singleton} actions={actions} sets={sets} />
          </Group>
        </Group>
      </div>
    </header>
  );
}
