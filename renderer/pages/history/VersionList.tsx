import { Badge, Button, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Version } from '#contract/history';
import type { SchemaDefinition } from '#contract/schemas';
import { sessionQuery } from '../../api/queries';
import { formatAgo, formatMoment, formatNumber } from '../../ui/format';
import { changedLine } from './changed-fields';
import classes from './history.module.css';
import { changeLine } from './words';

const texts = {
  list: 'Versions',
  current: 'Current',
  more: (left: number) => `Show older versions (${formatNumber(left)})`,
};

interface Props {
  versions: readonly Version[];
  total: number;
  schema: SchemaDefinition;
  /** The place in the list of the version that is shown. */
  chosen: number;
  /** The object exists, so that the first version is what it holds. */
  exists: boolean;
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
  const { versions, total, schema, chosen, exists, loadingMore, onChoose, onMore } = props;
  return (
    <nav aria-label={texts.list} className={classes.list}>
      <ol>
        {versions.map((version, at) => (
          <li key={`${version.at} ${version.revision}`}>
            <UnstyledButton
              className={classes.version}
              aria-current={at === chosen || undefined}
              onClick={() => onChoose(at)}
            >
              <VersionRow version={version} schema={schema} />
              {at === 0 && exists && (
                <Badge size="xs" variant="light" className={classes.badge ?? ''}>
                  {texts.current}
                </Badge>
              )}
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
