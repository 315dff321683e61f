import { Badge, Button, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Version } from '#contract/history';
import type { SchemaDefinition } from '#contract/schemas';
import { SHARED_DRAFT } from '#contract/set-names';
import { sessionQuery } from '../../api/queries';
import { formatAgo, formatMoment, formatNumber } from '../../ui/format';
import { changedLine } from './changed-fields';
import classes from './history.module.css';
import { placeName, type TitledSet } from './places';
import { changeLine } from './words';

const texts = {
  list: 'Versions',
  current: 'Current',
  draft: 'Draft',
  more: (left: number) => `Show older versions (${formatNumber(left)})`,
};

interface Props {
  versions: readonly Version[];
  total: number;
  schema: SchemaDefinition;
  /** The place in the list of the version that is shown. */
  chosen: number;
  /** The place of what is shown now; -1 where the object was deleted. */
  current: number;
  /** The set whose versions are among them. */
  set: TitledSet | undefined;
  loadingMore: boolean;
  onChoose(at: number): void;
  onMore(): void;
}

/** A version: when, by whom, what was changed. */
function VersionRow({ version, schema }: { version: Version; schema: SchemaDefinition }) {
  const { data: session } = useQuery(sessionQuery());
  const { at, changed = [] } = version;
  const what = changedLine(changed, schema);
  return (
    <>
      <Text component="span" size="sm" fw={500}>
        <time dateTime={at}>{formatAgo(at)}</time>
      </Text>
      <Text component="span" size="xs" c="dimmed">
        {formatMoment(at)}
      </Text>
      <Text component="span" size="xs">
        {changeLine(version, session?.user)}
      </Text>
      {what !== '' && (
        <Text component="span" size="xs" c="dimmed" lineClamp={2}>
          {what}
        </Text>
      )}
    </>
  );
}

/** The versions of an object, the newest first. */
export function VersionList(props: Props) {
  const { versions, total, schema, chosen, current, set, loadingMore, onChoose, onMore } = props;
  return (
    <nav aria-label={texts.list} className={classes.list}>
      <ol>
        {versions.map((version, at) => (
          <li key={`${placeName(version)} ${version.revision}`}>
            <UnstyledButton
              className={classes.version}
              aria-current={at === chosen || undefined}
              onClick={() => onChoose(at)}
            >
              <VersionRow version={version} schema={schema} />
              <span className={classes.badges}>
                {version.set !== undefined && (
                  <Badge size="xs" variant="outline">
                    {set === undefined || version.set === SHARED_DRAFT ? texts.draft : set.title}
                  </Badge>
                )}
                {at === current && (
                  <Badge size="xs" variant="light" flex="none">
                    {texts.current}
                  </Badge>
                )}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {total > versions.length && (
        <Button variant="default" size="xs" m="xs" loading={loadingMore} onClick={onMore}>
          {texts.more(total - versions.length)}
        </Button>
      )}
    </nav>
  );
}
