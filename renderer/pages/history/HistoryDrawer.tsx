/** The versions of an object beside its page: a list, and how the chosen one differs. The address says which. */
import { Box, Drawer } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Version } from '#contract/history';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { ApiError } from '../../api/client';
import { versionsQuery } from '../../api/history';
import type { PartSchemas } from '../../fields/form-context';
import { ErrorState } from '../../ui/ErrorState';
import { Nothing } from '../../ui/Nothing';
import { Waiting } from '../../ui/Waiting';
import classes from './history.module.css';
import { currentAt, placeName, type TitledSet, versionBefore } from './places';
import type { RestoreTarget } from './restore-target';
import { useHistoryAddress } from './useHistoryAddress';
import { useRestore } from './useRestore';
import { type Against, VersionDetail } from './VersionDetail';
import { VersionList } from './VersionList';

const texts = {
  title: (title: string) => `History of ${title}`,
  none: 'No versions yet',
  noneHint: 'Plinth keeps a version whenever the object is changed, here or by another app.',
};

interface Props {
  collection: string;
  id: string;
  /** What the object is called. */
  title: string;
  schema: SchemaDefinition;
  parts: PartSchemas;
  /** The object as it is now; undefined where it was deleted. */
  now: JsonObject | undefined;
  target: RestoreTarget;
  /** The set that the form shows: its versions are listed, too, and restored into it. */
  set?: TitledSet | undefined;
}

export function HistoryDrawer(props: Props) {
  const { opened, close } = useHistoryAddress();
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size="62rem"
      title={texts.title(props.title)}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      {opened && <Content {...props} />}
    </Drawer>
  );
}

/** A change of the list between two pages would be on both. */
const once = (versions: readonly Version[]): Version[] => [
  ...new Map(versions.map((version) => [`${placeName(version)} ${version.revision}`, version])).values(),
];

function useVersions(collection: string, id: string, set: string | undefined) {
  const query = useInfiniteQuery(versionsQuery(collection, id, set));
  const pages = query.data?.pages ?? [];
  return {
    ...query,
    versions: once(pages.flatMap((page) => page.versions)),
    total: pages.at(-1)?.total ?? 0,
  };
}

function Content({ collection, id, schema, parts, now, target, set }: Props) {
  const { shown, choose, showList } = useHistoryAddress();
  const { versions, total, isPending, error, refetch, ...query } = useVersions(collection, id, set?.id);
  const { restore, busy } = useRestore({ collection, id, schema, target, set: set?.id });
  const [against, setAgainst] = useState<Against>();
  const found = versions.findIndex((one) => placeName(one) === shown);
  const at = Math.max(0, found);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // The version that is asked for, or the one before it, may be on a later page.
  const wantsMore = shown !== '' && (found < 0 || found === versions.length - 1);
  useEffect(() => {
    if (wantsMore && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [wantsMore, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (error instanceof ApiError && error.status === 404) {
    return <Nothing icon={IconHistory} title={texts.none} hint={texts.noneHint} />;
  }
  if (error !== null && versions.length === 0) {
    return <ErrorState error={error} retry={() => void refetch()} />;
  }
  const version = versions[at];
  if (isPending || version === undefined)
    return (
      <Box p="md">
        <Waiting shape="form" />
      </Box>
    );
  const current = now === undefined ? -1 : currentAt(versions, set?.id);
  return (
    <div className={classes.panes} data-shows={shown === '' ? 'list' : 'detail'}>
      <VersionList
        {...{ versions, total, schema, current, set }}
        chosen={at}
        loadingMore={isFetchingNextPage}
        onChoose={(place) => choose(versions[place] ? placeName(versions[place]) : '')}
        onMore={() => void fetchNextPage()}
      />
      <VersionDetail
        key={placeName(version)}
        {...{ collection, id, schema, parts, now, version, busy, set }}
        isCurrent={at === current}
        older={versionBefore(versions, at)}
        against={against ?? (at === current ? 'before' : 'now')}
        onAgainst={setAgainst}
        onRestore={(wanted, property) => void restore(wanted, property)}
        onBack={showList}
      />
    </div>
  );
}
