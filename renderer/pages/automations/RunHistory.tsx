import { Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RunSummary } from '#contract/automations';
import { runsQuery } from '../../api/automations';
import { ErrorState } from '../../ui/ErrorState';
import { LoadMore } from '../../ui/LoadMore';
import { TimeAgo } from '../../ui/TimeAgo';
import { Waiting } from '../../ui/Waiting';
import classes from './automations.module.css';
import { RunLink } from './RunLink';
import { formatDuration, startedBy } from './run-words';

const texts = {
  title: 'Runs',
  kept: 'The latest 100 runs are kept.',
  none: 'No runs yet.',
  columns: ['Status', 'Started by', 'Started', 'Duration'] as const,
};

/** Columns only a wide window has room for. */
const WIDE: ReadonlySet<string> = new Set(['Started by', 'Duration']);

/** What an automation has done, newest first. */
export function RunHistory({ automation }: { automation: string }) {
  const query = useInfiniteQuery(runsQuery(automation));
  const pages = query.data?.pages ?? [];
  // A run that began between two pages would be on both.
  const runs = [...new Map(pages.flatMap((page) => page.runs).map((run) => [run.id, run])).values()];
  const total = pages[0]?.total ?? 0;
  return (
    <section aria-labelledby="runs-title" className={classes.history}>
      <Title order={2} id="runs-title">
        {texts.title}
      </Title>
      {query.isPending && <Waiting shape="table" />}
      {query.isError && runs.length === 0 && (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isSuccess && (
        <Text size="sm" c="dimmed" mb="xs">
          {total === 0 ? texts.none : texts.kept}
        </Text>
      )}
      {runs.length > 0 && (
        <Table.ScrollContainer minWidth={300} className="framed">
          <Table verticalSpacing={6} horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                {texts.columns.map((label) => (
                  <Table.Th key={label} visibleFrom={WIDE.has(label) ? 'sm' : undefined}>
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {runs.map((run) => (
                <Line key={run.id} run={run} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <LoadMore query={query} left={total - runs.length} />
    </section>
  );
}

function Line({ run }: { run: RunSummary }) {
  const { trigger, queuedAt, durationMs, error } = run;
  return (
    <Table.Tr>
      <Table.Td maw={{ base: 200, sm: 380 }}>
        <RunLink run={run} />
        {error !== null && (
          <Text size="xs" c="dimmed" lineClamp={2} className={classes.message ?? ''}>
            {error.message}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {startedBy(trigger)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed">
        {startedBy(trigger)}
      </Table.Td>
      <Table.Td c="dimmed">
        <TimeAgo value={queuedAt} />
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed" className="tabular">
        {durationMs === null ? '' : formatDuration(durationMs)}
      </Table.Td>
    </Table.Tr>
  );
}
