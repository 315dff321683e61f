/** What can be done with the ticked rows; it floats above the list while there are any. */
import { Button, CloseButton, Text } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconTrash, IconWorldUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAnnounce } from '../../ui/Announcer';
import { confirmDanger } from '../../ui/confirm';
import { counted, formatNumber } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import { useRights } from '../../ui/rights';
import { changesOf, idsInParts, useDraftsOfList, useDraftsWith } from './list-drafts';
import classes from './ObjectList.module.css';
import type { DraftActions } from './useDraftActions';
import type { Selection } from './useSelection';

/** Above this many the deletion is asked about, although it can be undone. */
const ASK_FROM = 10;

const texts = {
  region: 'Selected rows',
  selected: (what: string) => `${what} selected`,
  all: (total: number) => `Select all ${formatNumber(total)}`,
  edit: 'Edit fields…',
  delete: 'Move to trash',
  deleteLater: 'Delete when published',
  clear: 'Clear selection',
  publish: (count: number) => `Publish ${formatNumber(count)}`,
  publishAll: 'Publish drafts',
  discard: 'Discard draft',
  failed: 'Could not read the drafts',
  title: (what: string) => `Move ${what} to the trash?`,
  message: 'You can restore them from the trash for 30 days.',
};

/** So many selected objects are asked about before they are published or discarded; of more it is found out then. */
const COUNTED = 1000;

interface Props {
  collection: string;
  selection: Selection;
  total: number;
  singular: string;
  plural: string;
  drafts: DraftActions;
  onEdit: () => void;
  onDelete: () => void;
}

interface OfDraftsProps {
  /** Objects that have a draft; undefined for many of which it is not known yet. */
  count: number | undefined;
  busy: boolean;
  onPublish: () => void;
  onDiscard: () => void;
}

function OfDrafts({ count, busy, onPublish, onDiscard }: OfDraftsProps) {
  const publish = count === undefined ? texts.publishAll : texts.publish(count);
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<IconWorldUpload size={15} />}
        aria-label={publish}
        disabled={busy}
        onClick={onPublish}
      >
        <span className={classes.word}>{publish}</span>
      </Button>
      <Button
        variant="light"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={15} />}
        aria-label={texts.discard}
        disabled={busy}
        onClick={onDiscard}
      >
        <span className={classes.word}>{texts.discard}</span>
      </Button>
    </>
  );
}

export function BulkBar({
  collection,
  selection,
  total,
  singular,
  plural,
  onEdit,
  onDelete,
  ...props
}: Props) {
  const count = selection.ids.size;
  const what = counted(count, singular, plural);
  const announce = useAnnounce();
  const client = useQueryClient();
  const isCounted = count <= COUNTED;
  const drafts = useDraftsWith(useDraftsOfList(), collection, () =>
    isCounted ? idsInParts([...selection.ids]) : [],
  );
  const { set, objects } = drafts;
  const changedOf = (all: typeof objects) =>
    [...all].flatMap(([id, { change }]) => (change !== undefined && selection.ids.has(id) ? [id] : []));
  const changed = isCounted || !drafts.isPartial ? changedOf(objects).length : undefined;
  const [busy, setBusy] = useState(false);
  const deletion = set === undefined ? texts.delete : texts.deleteLater;
  const { edits } = useRights();
  useEffect(() => {
    if (count > 0) announce(texts.selected(what));
  }, [announce, count, what]);
  if (count === 0) return null;
  const remove = () => {
    // Before objects are deleted on publication there is another question.
    if (count < ASK_FROM || set !== undefined) return onDelete();
    confirmDanger({
      title: texts.title(what),
      message: texts.message,
      confirm: texts.delete,
      onConfirm: onDelete,
    });
  };
  /** With the drafts of those that have one. */
  const act = async (work: (ids: readonly string[]) => Promise<boolean>) => {
    setBusy(true);
    try {
      const ids = changedOf(await changesOf(client, drafts, collection, [...selection.ids]));
      if (await work(ids)) selection.clear();
    } catch (error) {
      notifyFailed(texts.failed, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.bulk} aria-label={texts.region}>
      <Text size="sm" fw={550} mr="xs" className="tabular">
        {texts.selected(what)}
      </Text>
      {count < total && (
        <Button variant="subtle" size="compact-sm" onClick={() => void selection.selectAll(total)}>
          {texts.all(total)}
        </Button>
      )}
      {edits && changed !== 0 && (
        <OfDrafts
          count={changed}
          busy={busy}
          onPublish={() => void act(props.drafts.publish)}
          onDiscard={() => void act(props.drafts.discard)}
        />
      )}
      {edits && (
        <>
          <Button
            variant="light"
            size="compact-sm"
            leftSection={<IconPencil size={15} />}
            aria-label={texts.edit}
            onClick={onEdit}
          >
            <span className={classes.word}>{texts.edit}</span>
          </Button>
          <Button
            variant="light"
            color="red"
            size="compact-sm"
            leftSection={<IconTrash size={15} />}
            aria-label={deletion}
            onClick={remove}
          >
            <span className={classes.word}>{deletion}</span>
          </Button>
        </>
      )}
      <CloseButton size="sm" aria-label={texts.clear} onClick={selection.clear} />
    </section>
  );
}
