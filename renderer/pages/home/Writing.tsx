/** Home for those who write: what they are at, what is due, and what has happened. */
import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Link } from 'react-router';
import type { CollectionSummary, OverviewObject } from '#contract/objects';
import { overviewQuery } from '../../api/states';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { ErrorState } from '../../ui/ErrorState';
import { inSentence } from '../../ui/format';
import { singularOf } from '../../ui/object-labels';
import { useRights } from '../../ui/rights';
import { dueWords, StateMark } from '../../ui/StateMark';
import { TimeAgo } from '../../ui/TimeAgo';
import { Waiting } from '../../ui/Waiting';
import { ChangedSince } from './ChangedSince';
import { CollectionCards } from './CollectionCards';
import { ContinueWriting } from './ContinueWriting';
import classes from './writing.module.css';

const texts = {
  create: (label: string) => `New ${inSentence(label)}`,
  recent: 'Recently changed',
  drafts: 'Drafts',
  noDrafts: 'No drafts. What you have not published yet appears here.',
  due: 'What is due',
  nothingDue: 'Nothing is due. Objects with a date of publication appear here.',
  none: 'Nothing written yet. What you write appears here, with its image.',
  all: (collection: string) => `All drafts in ${collection}`,
};

type Collections = ReadonlyMap<string, CollectionSummary>;

const pathTo = ({ collection, id }: OverviewObject): string =>
  `/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;

/** With more collections than this, only those of the listed drafts have a link to all of their drafts. */
const LINKS = 10;

export function Writing({ collections }: { collections: readonly CollectionSummary[] }) {
  const { data: overview, error, refetch } = useQuery(overviewQuery());
  // Drawn in slices, between which the page answers.
  const data = useDeferredValue(overview);
  const { edits } = useRights();
  const known: Collections = new Map(collections.map((item) => [item.name, item]));
  const publishing = collections.filter(({ publishes }) => publishes);
  const listed = new Set(data?.drafts.objects.map(({ collection }) => collection));
  const linked = publishing.length > LINKS ? publishing.filter(({ name }) => listed.has(name)) : publishing;
  const due = data ? [...data.scheduled.objects, ...data.ending.objects] : [];
  return (
    <>
      <NewObjects collections={collections} />
      {edits && <ContinueWriting collections={collections} />}
      {error && !overview && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting shape="cards" />}
      {data && (
        <>
          <Section title={texts.recent}>
            {data.recent.length === 0 ? (
              <Text size="sm" c="dimmed">
                {texts.none}
              </Text>
            ) : (
              <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm">
                {data.recent.map((one) => (
                  <Card key={pathTo(one)} object={one} of={known.get(one.collection)} />
                ))}
              </SimpleGrid>
            )}
          </Section>
          {publishing.length > 0 && (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <Section title={texts.drafts}>
                <Lines objects={data.drafts.objects} collections={known} none={texts.noDrafts} />
                <Group gap="md">
                  {data.drafts.total > data.drafts.objects.length &&
                    linked.map(({ name, title }) => (
                      <Link
                        key={name}
                        to={`/c/${encodeURIComponent(name)}?state=draft`}
                        className={classes.more}
                      >
                        {texts.all(title)}
                      </Link>
                    ))}
                </Group>
              </Section>
              <Section title={texts.due}>
                <Lines objects={due} collections={known} none={texts.nothingDue} />
              </Section>
            </SimpleGrid>
          )}
        </>
      )}
      {edits && <ChangedSince collections={collections} />}
      <CollectionCards collections={collections} />
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section" aria-label={title} miw={0}>
      <Title order={2} size="sm" c="dimmed" fw={550}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** Collections that can be written in, those that publish first. */
const MOST = 3;

function NewObjects({ collections }: { collections: readonly CollectionSummary[] }) {
  const several = collections.filter(({ singleton }) => !singleton);
  const first = several.toSorted((a, b) => Number(b.publishes === true) - Number(a.publishes === true));
  return (
    <Group gap="xs">
      {first.slice(0, MOST).map((item, at) => (
        <Button
          key={item.name}
          component={Link}
          to={`/c/${encodeURIComponent(item.name)}/new`}
          variant={at === 0 ? 'filled' : 'default'}
          leftSection={<IconPlus size={16} />}
        >
          {texts.create(singularOf(item))}
        </Button>
      ))}
    </Group>
  );
}

interface CardProps {
  object: OverviewObject;
  of: CollectionSummary | undefined;
}

/** An object with its image, or the icon of its collection. */
function Card({ object, of }: CardProps) {
  const { title, image, state, modified } = object;
  return (
    <Link to={pathTo(object)} className={`card-link ${classes.card}`}>
      <span className={classes.image} data-color={of?.color}>
        {image === undefined ? (
          of && <CollectionIcon of={of} size={28} />
        ) : (
          <img src={`${image}?w=480&h=270&fit=crop-focalpoint`} alt="" loading="lazy" />
        )}
      </span>
      <span className={classes.title} dir="auto">
        {title}
      </span>
      <span className={classes.about}>
        <span className="truncate">{of?.title ?? object.collection}</span>
        {modified !== undefined && <TimeAgo value={modified} />}
      </span>
      {state && <StateMark of={{ state }} />}
    </Link>
  );
}

interface LinesProps {
  objects: readonly OverviewObject[];
  collections: Collections;
  /** Said where there are none. */
  none: string;
}

function Lines({ objects, collections, none }: LinesProps) {
  if (objects.length === 0) return <p className={classes.none}>{none}</p>;
  return (
    <ul className={classes.lines}>
      {objects.map((object) => {
        const { title, state, until, modified } = object;
        const of = collections.get(object.collection);
        const due = state && dueWords({ state, ...(until !== undefined && { until }) });
        return (
          <li key={pathTo(object)}>
            <Link to={pathTo(object)} className={classes.line}>
              {of && <CollectionIcon of={of} size={18} />}
              <span className={classes.words}>
                <span className="truncate" dir="auto">
                  {title}
                </span>
                <span className={classes.about}>
                  {due ?? (modified !== undefined && <TimeAgo value={modified} />)}
                </span>
              </span>
              {state && <StateMark of={{ state }} />}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
