/** A collection's list with its title line, bulk bar and foot. */
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { lookOf } from '#contract/objects';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { ErrorState } from '../../ui/ErrorState';
import { counted, formatNumber, inSentence } from '../../ui/format';
import { Page } from '../../ui/Page';
import { Searching } from '../../ui/Searching';
import { NewUnsaved } from '../object-editor/NewUnsaved';
import { TransferDialogs } from '../transfer/TransferDialogs';
import { BulkEditDialog } from './bulk/BulkEditDialog';
import { CollectionMenu } from './CollectionMenu';
import { ColumnMenu } from './ColumnMenu';
import { EmptyList } from './EmptyList';
import { ListFoot } from './ListFoot';
import { ListRows } from './ListRows';
import { ListSkeleton } from './ListSkeleton';
import { ListTools } from './ListTools';
import { LayoutMenu } from './layout/LayoutMenu';
import { ListDraftsContext } from './list-drafts';
import { NoResults } from './NoResults';
import classes from './ObjectList.module.css';
import { Unlisted } from './Unlisted';
import { type ListOf, type ObjectListState, useObjectList } from './useObjectList';
import { ViewBar } from './views/ViewBar';

const texts = {
  create: (label: string) => `New ${inSentence(label)}`,
  part: (found: number, all: number) => `${formatNumber(found)} of ${formatNumber(all)}`,
  foundOf: (found: number, all: string) => `${formatNumber(found)} of ${all}`,
};

const focusRows = () => document.querySelector<HTMLElement>('[role="grid"], [role="treegrid"]')?.focus();

/** What stands for the rows while there are none, or the rows. */
function Content({
  list,
  onImport,
  onEdit,
}: {
  list: ObjectListState;
  onImport: () => void;
  onEdit: (ids: string[]) => void;
}) {
  const { settings, schema, view, labels, pages, total, narrowed } = list;
  // Rows are drawn in slices, between which the page answers.
  const hasRows = useDeferredValue(total !== undefined && total > 0 && list.width > 0);
  if (total === undefined) {
    return pages.error === null ? (
      <ListSkeleton layout={list.arrangement.layout} />
    ) : (
      <ErrorState error={pages.error} retry={pages.retry} />
    );
  }
  if (total > 0 && hasRows) return <ListRows list={list} total={total} onEdit={onEdit} />;
  if (total > 0 || pages.partial) return <ListSkeleton layout={list.arrangement.layout} />;
  if (narrowed) return <NoResults view={view} plural={labels.plural} />;
  return <EmptyList {...{ settings, schema, onImport }} layout={list.arrangement.layout} />;
}

type ActionsProps = Pick<
  ObjectListState,
  'settings' | 'schema' | 'view' | 'columns' | 'arrangement' | 'total' | 'all' | 'path' | 'singular'
> & {
  isTree: boolean;
  selected: ReadonlySet<string>;
};

/** Not drawn again when other rows come into view, as the tools, the views and the foot of the list. */
const Actions = memo((props: ActionsProps) => {
  const { settings, schema, view, columns, arrangement, isTree, total, all, selected, path } = props;
  return (
    <>
      <LayoutMenu {...{ schema, arrangement, isTree }} onChange={view.setLayout} />
      {arrangement.layout !== 'tree' && <ColumnMenu columns={columns} />}
      <CollectionMenu {...{ settings, schema, selected }} total={all} view={view.request} found={total} />
      <Button component={Link} to={`${path}/new`} leftSection={<IconPlus size={16} />}>
        {texts.create(props.singular)}
      </Button>
    </>
  );
});

export function ObjectList(props: ListOf) {
  const list = useObjectList(props);
  const { settings, schema, views, collection, labels, edits, narrowed, summary, total } = list;
  const { view, columns, selection, arrangement, all, path, singular } = list;
  /** An empty list offers an import, whose dialog stays when the list is empty no more. */
  const [importing, setImporting] = useState(false);
  /** Objects whose fields are being edited together. */
  const [editing, setEditing] = useState<string[]>();
  const part = narrowed && summary ? list.all : undefined;
  return (
    <ListDraftsContext value={list.drafts}>
      <Page
        fill
        title={settings.name}
        icon={<CollectionIcon of={{ schema: settings.schema, ...lookOf(settings) }} size={22} />}
        beside={
          total === undefined ? undefined : (
            <Text c="dimmed" className="tabular">
              {part === undefined ? formatNumber(total) : texts.part(total, part)}
            </Text>
          )
        }
        description={settings.description}
        actions={
          <Actions
            {...{ settings, schema, view, columns, arrangement, total, all, path, singular }}
            isTree={list.tree !== undefined}
            selected={selection.ids}
          />
        }
      >
        <NewUnsaved settings={settings} />
        {edits && <Unlisted collection={collection} drafts={list.drafts} />}
        {(narrowed || total !== 0 || views.views.length > 0) && (
          <ViewBar {...{ collection, views, view, columns }} plural={labels.plural} />
        )}
        {(narrowed || total !== 0) && (
          <ListTools
            {...{ collection, schema, view }}
            drafts={list.drafts}
            publishes={summary?.publishes === true}
            plural={labels.plural}
            onLeave={focusRows}
          />
        )}
        <Searching partial={list.pages.partial} className={classes.line} />
        <div ref={list.ref} className={classes.content}>
          <Content list={list} onImport={() => setImporting(true)} onEdit={setEditing} />
        </div>
        <TransferDialogs
          subject={{
            id: collection,
            name: settings.name,
            ...labels,
            total: list.all,
            view: view.request,
            found: total,
            selected: selection.ids,
          }}
          dialog={importing ? 'import' : undefined}
          onClose={() => setImporting(false)}
        />
        {editing && (
          <BulkEditDialog
            {...{ collection, schema, ids: editing, ...labels }}
            onClose={() => setEditing(undefined)}
            onDone={selection.clear}
          />
        )}
        {total !== undefined && (
          <ListFoot
            collection={collection}
            view={view.request}
            count={
              part === undefined
                ? list.found
                : texts.foundOf(total, counted(part, labels.singular, labels.plural))
            }
          />
        )}
      </Page>
    </ListDraftsContext>
  );
}
