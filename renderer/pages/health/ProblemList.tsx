/** The problems of one kind. */
import { Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { HealthKind } from '#contract/health';
import type { MediaFile } from '#contract/media';
import { progressQuery } from '../../api/find';
import { healthQuery } from '../../api/health';
import { collectionsQuery } from '../../api/queries';
import { keyOf } from '../../media/media-file';
import { ErrorState } from '../../ui/ErrorState';
import { HowFar } from '../../ui/HowFar';
import { LoadMore } from '../../ui/LoadMore';
import { Nothing } from '../../ui/Nothing';
import { Waiting } from '../../ui/Waiting';
import { UnusedBar } from '../media/UnusedBar';
import classes from './health.module.css';
import { KINDS } from './kinds';
import { Problem } from './Problem';

/** Enter in a text goes to the next one, which saves the first: a solved problem leaves the list. */
function goToNext(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type !== 'text') return;
  event.preventDefault();
  event.stopPropagation();
  const all = event.currentTarget.querySelectorAll('input');
  const inputs = [...all].filter(({ type }) => type === 'text');
  const at = inputs.indexOf(target);
  const next = inputs[at + 1] ?? inputs[at - 1];
  if (next) next.focus();
  else target.blur();
}

export function ProblemList({ kind }: { kind: HealthKind }) {
  const query = useInfiniteQuery(healthQuery(kind));
  const { data: progress } = useQuery(progressQuery(healthQuery(kind).queryKey));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const problems = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const files = problems.flatMap(({ file }) => file ?? []);
  const choose = (some: readonly MediaFile[]) => setChosen(new Set(some.map(keyOf)));
  const isChosen = (file: MediaFile | undefined) => file !== undefined && chosen.has(keyOf(file));
  const { data: collections = [] } = useQuery(collectionsQuery());
  const titles = new Map(collections.map((one) => [one.name, one.title]));
  const { title, hint, none } = KINDS[kind];
  return (
    <section className={classes.section}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {hint !== '' && problems.length > 0 && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      <HowFar progress={progress} />
      {query.isPending && <Waiting shape="list" />}
      {query.isError && problems.length === 0 && (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isSuccess && problems.length === 0 && <Nothing icon={IconCircleCheck} title={none} hint="" />}
      {kind === 'unused' && files.length > 0 && (
        <UnusedBar chosen={files.filter(isChosen)} shown={files} onChoose={choose} />
      )}
      {problems.length > 0 && (
        <ul className={classes.problems} onKeyDownCapture={goToNext}>
          {problems.map((problem) => (
            <Problem
              key={`${problem.path} ${(problem.missing ?? problem.text)?.property.name ?? ''} ${problem.missing?.reference ?? ''}`}
              kind={kind}
              problem={problem}
              titles={titles}
              chosen={isChosen(problem.file)}
              onChoose={(on) =>
                choose(files.filter((one) => (one === problem.file ? on : chosen.has(keyOf(one)))))
              }
            />
          ))}
        </ul>
      )}
      <LoadMore query={query} left={total - problems.length} />
    </section>
  );
}
