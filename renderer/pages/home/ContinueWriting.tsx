/** Unsaved changes of the user, each with the way to its form. */
import { ActionIcon, Button, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import type { UnsavedSummary } from '#contract/unsaved';
import { unsavedListQuery } from '../../api/unsaved';
import { counted } from '../../ui/format';
import { TimeAgo } from '../../ui/TimeAgo';
import { formOf, kindOf } from '../unsaved/form-of';
import { MissingActions } from '../unsaved/MissingActions';
import { type UnsavedActions, useUnsavedActions } from '../unsaved/useUnsavedActions';
import classes from './home.module.css';

const texts = {
  title: 'Continue writing',
  untitled: 'Untitled',
  settings: 'Settings of the folder',
  settingsOf: (collection: string) => `Settings of “${collection}”`,
  schema: 'Schema',
  fresh: (label: string) => `New in ${label}`,
  fields: (count: number) => counted(count, 'changed field', 'changed fields'),
  open: 'open in another window',
  deleted: 'The object was deleted',
  collectionDeleted: 'The collection was deleted',
  schemaDeleted: 'The schema was deleted',
  discard: (title: string) => `Discard unsaved changes: ${title}`,
  more: (count: number) => `Show all ${count}`,
};

/** Rows that are shown at first. */
const MOST = 5;

/** What unsaved changes are called. */
function titleFor(unsaved: UnsavedSummary, titles: ReadonlyMap<string, string>): string {
  const kind = kindOf(unsaved);
  if (kind === 'settings') return texts.settings;
  if (kind === 'collection') return texts.settingsOf(titles.get(unsaved.collection) ?? unsaved.collection);
  return unsaved.title ?? unsaved.object ?? texts.untitled;
}

/** Where unsaved changes belong, and what has become of that. */
function placeFor(unsaved: UnsavedSummary, titles: ReadonlyMap<string, string>): string {
  const kind = kindOf(unsaved);
  const collection = titles.get(unsaved.collection) ?? unsaved.collection;
  if (kind === 'schema') return unsaved.missing ? texts.schemaDeleted : texts.schema;
  if (unsaved.missing && !titles.has(unsaved.collection)) return `${collection} · ${texts.collectionDeleted}`;
  if (unsaved.missing) return `${collection} · ${texts.deleted}`;
  if (kind !== 'object') return '';
  return unsaved.object === undefined ? texts.fresh(collection) : collection;
}

export function ContinueWriting({ collections }: { collections: readonly CollectionSummary[] }) {
  const { data: list = [] } = useQuery(unsavedListQuery());
  const actions = useUnsavedActions();
  const [all, setAll] = useState(false);
  const titles = new Map(collections.map((item) => [item.name, item.title]));
  if (list.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={texts.title}>
      <Title order={2} size="sm" c="dimmed" fw={550}>
        {texts.title}
      </Title>
      <ul className={classes.frame}>
        {(all ? list : list.slice(0, MOST)).map((unsaved) => (
          <UnsavedRow key={unsaved.id} {...{ unsaved, titles, actions }} />
        ))}
      </ul>
      {!all && list.length > MOST && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            {texts.more(list.length)}
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface RowProps {
  unsaved: UnsavedSummary;
  titles: ReadonlyMap<string, string>;
  actions: UnsavedActions;
}

function UnsavedRow({ unsaved, titles, actions }: RowProps) {
  const title = titleFor(unsaved, titles);
  const { path, state } = formOf(unsaved);
  const isGone = unsaved.missing === true && kindOf(unsaved) !== 'schema';
  const mayGoOn = isGone && kindOf(unsaved) === 'object' && titles.has(unsaved.collection);
  const about = [placeFor(unsaved, titles), texts.fields(unsaved.properties.length)];
  if (unsaved.open) about.push(texts.open);
  const words = (
    <>
      <span className={classes.unsavedTitle}>{title}</span>
      <Text component="span" size="xs" c="dimmed">
        {about.filter((part) => part !== '').join(' · ')} · <TimeAgo value={unsaved.at} />
      </Text>
    </>
  );
  return (
    <li className={classes.unsaved}>
      {isGone ? (
        <span className={classes.unsavedWords}>{words}</span>
      ) : (
        <Link to={path} state={state} className={classes.unsavedWords}>
          {words}
        </Link>
      )}
      {mayGoOn && <MissingActions {...{ unsaved, title, actions }} />}
      <Tooltip label={texts.discard(title)}>
        <ActionIcon
          size={28}
          ml="auto"
          variant="subtle"
          color="gray"
          aria-label={texts.discard(title)}
          onClick={() => void actions.discard(unsaved)}
        >
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
