/** Unsaved changes of the user, each with the way to its form. */
import { ActionIcon, Button, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DraftSummary } from '#contract/drafts';
import type { CollectionSummary } from '#contract/objects';
import { draftsQuery } from '../../api/drafts';
import { counted } from '../../ui/format';
import { TimeAgo } from '../../ui/TimeAgo';
import { formOf, kindOf } from '../drafts/draft-form';
import { MissingActions } from '../drafts/MissingActions';
import { type DraftActions, useDraftActions } from '../drafts/useDraftActions';
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
  discard: (title: string) => `Discard draft: ${title}`,
  more: (count: number) => `Show all ${count}`,
};

/** Drafts that are shown at first. */
const MOST = 5;

/** What a draft is called. */
function titleFor(draft: DraftSummary, titles: ReadonlyMap<string, string>): string {
  const kind = kindOf(draft);
  if (kind === 'settings') return texts.settings;
  if (kind === 'collection') return texts.settingsOf(titles.get(draft.collection) ?? draft.collection);
  return draft.title ?? draft.object ?? texts.untitled;
}

/** Where a draft belongs, and what has become of that. */
function placeFor(draft: DraftSummary, titles: ReadonlyMap<string, string>): string {
  const kind = kindOf(draft);
  const collection = titles.get(draft.collection) ?? draft.collection;
  if (kind === 'schema') return draft.missing ? texts.schemaDeleted : texts.schema;
  if (draft.missing && !titles.has(draft.collection)) return `${collection} · ${texts.collectionDeleted}`;
  if (draft.missing) return `${collection} · ${texts.deleted}`;
  if (kind !== 'object') return '';
  return draft.object === undefined ? texts.fresh(collection) : collection;
}

export function ContinueWriting({ collections }: { collections: readonly CollectionSummary[] }) {
  const { data: drafts = [] } = useQuery(draftsQuery());
  const actions = useDraftActions();
  const [all, setAll] = useState(false);
  const titles = new Map(collections.map((item) => [item.name, item.title]));
  if (drafts.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={texts.title}>
      <Title order={2} size="sm" c="dimmed" fw={550}>
        {texts.title}
      </Title>
      <ul className={classes.frame}>
        {(all ? drafts : drafts.slice(0, MOST)).map((draft) => (
          <DraftRow key={draft.id} {...{ draft, titles, actions }} />
        ))}
      </ul>
      {!all && drafts.length > MOST && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            {texts.more(drafts.length)}
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface RowProps {
  draft: DraftSummary;
  titles: ReadonlyMap<string, string>;
  actions: DraftActions;
}

function DraftRow({ draft, titles, actions }: RowProps) {
  const title = titleFor(draft, titles);
  const { path, state } = formOf(draft);
  const isGone = draft.missing === true && kindOf(draft) !== 'schema';
  const mayGoOn = isGone && kindOf(draft) === 'object' && titles.has(draft.collection);
  const about = [placeFor(draft, titles), texts.fields(draft.properties.length)];
  if (draft.open) about.push(texts.open);
  const words = (
    <>
      <span className={classes.draftTitle}>{title}</span>
      <Text component="span" size="xs" c="dimmed">
        {about.filter((part) => part !== '').join(' · ')} · <TimeAgo value={draft.at} />
      </Text>
    </>
  );
  return (
    <li className={classes.draft}>
      {isGone ? (
        <span className={classes.draftWords}>{words}</span>
      ) : (
        <Link to={path} state={state} className={classes.draftWords}>
          {words}
        </Link>
      )}
      {mayGoOn && <MissingActions {...{ draft, title, actions }} />}
      <Tooltip label={texts.discard(title)}>
        <ActionIcon
          size={28}
          ml="auto"
          variant="subtle"
          color="gray"
          aria-label={texts.discard(title)}
          onClick={() => void actions.discard(draft)}
        >
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
