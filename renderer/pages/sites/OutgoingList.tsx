/** What publishing a site brings to it. */
import { Anchor, Badge, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Outgoing, OutgoingObject } from '#contract/sites';
import { counted, formatMoment, formatNumber } from '../../ui/format';
import { TimeAgo } from '../../ui/TimeAgo';
import classes from './sites.module.css';

const texts = {
  first: 'The whole site goes out, for the first time.',
  all: 'The whole site goes out: types or collection settings have changed.',
  nothing: (since: string) => `Nothing has changed since it was published on ${since}.`,
  objects: (count: number, since: string) =>
    `${counted(count, 'object has', 'objects have')} changed since ${since}:`,
  project: 'Files or commands of the project have changed.',
  deleted: 'Deleted',
  draft: 'Not published',
  more: (count: string) => `and ${count} more`,
};

export function OutgoingList({ outgoing }: { outgoing: Outgoing }) {
  const { since, changed, all, objects, more, project } = outgoing;
  const moment = since === null ? '' : formatMoment(since);
  if (since === null) return <Text size="sm">{texts.first}</Text>;
  if (all) return <Text size="sm">{texts.all}</Text>;
  if (!changed)
    return (
      <Text size="sm" c="dimmed">
        {texts.nothing(moment)}
      </Text>
    );
  return (
    <div>
      {objects.length > 0 && <Text size="sm">{texts.objects(objects.length + more, moment)}</Text>}
      {objects.length > 0 && (
        <ul className={classes.objects}>
          {objects.map((object) => (
            <li key={`${object.collection}/${object.id}`}>
              <OutgoingItem object={object} />
            </li>
          ))}
          {more > 0 && <li>{texts.more(formatNumber(more))}</li>}
        </ul>
      )}
      {project && <Text size="sm">{texts.project}</Text>}
    </div>
  );
}

function OutgoingItem({ object }: { object: OutgoingObject }) {
  const { collection, id, title, deleted, draft, at } = object;
  return (
    <>
      {deleted ? (
        `${collection}/${id}`
      ) : (
        <Anchor component={Link} to={`/c/${collection}/${id}`} size="sm">
          {title ?? id}
        </Anchor>
      )}
      {(deleted || draft) && (
        <Badge variant="default" size="sm" ml="xs">
          {deleted ? texts.deleted : texts.draft}
        </Badge>
      )}
      <Text span size="xs" c="dimmed" ml="xs">
        <TimeAgo value={at} />
      </Text>
    </>
  );
}
