/** What was published when and by whom, the newest first. */
import { Button, Drawer, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownSite, Outgoing, PublishRun } from '#contract/sites';
import { siteRunsQuery } from '../../api/sites';
import { counted } from '../../ui/format';
import { TimeAgo } from '../../ui/TimeAgo';
import { RunState } from '../automations/RunState';
import { formatDuration } from '../automations/run-words';
import { actorWords } from '../history/words';
import { OutgoingList } from './OutgoingList';
import { RunPanel } from './RunPanel';

const texts = {
  title: 'History',
  run: 'Run',
  columns: ['Status', 'Started', 'By', 'What went out', 'Duration', 'Actions'] as const,
  all: 'The whole site',
  objects: (count: number) => counted(count, 'object', 'objects'),
  project: 'Project',
  nothing: 'Nothing new',
  show: 'Show',
  showRun: (started: string) => `Show the run of ${started}`,
};

/** What a narrow window has no room for. */
const WIDE: ReadonlySet<string> = new Set(['By', 'What went out', 'Duration']);

function extent({ all, objects, more, project }: Outgoing): string {
  if (all) return texts.all;
  const count = objects.length + more;
  if (count > 0) return texts.objects(count);
  return project ? texts.project : texts.nothing;
}

export function RunTable({ site }: { site: KnownSite }) {
  const { data: runs = [] } = useQuery(siteRunsQuery(site.id));
  const [shown, setShown] = useState<string>();
  const run = runs.find(({ id }) => id === shown);
  if (runs.length === 0) return null;
  return (
    <section aria-label={texts.title}>
      <Title order={3} mb="xs">
        {texts.title}
      </Title>
      <Table.ScrollContainer minWidth={300} className="framed">
        <Table verticalSpacing={6} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {texts.columns.map((label) => (
                <Table.Th
                  key={label}
                  ta={label === texts.columns.at(-1) ? 'right' : undefined}
                  visibleFrom={WIDE.has(label) ? 'sm' : undefined}
                >
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((one) => (
              <Line key={one.id} run={one} onShow={() => setShown(one.id)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Drawer
        opened={run !== undefined}
        onClose={() => setShown(undefined)}
        position="right"
        size="38rem"
        title={texts.run}
      >
        {run && (
          <Stack gap="md" key={run.id}>
            <OutgoingList outgoing={run.outgoing} />
            <RunPanel site={site} run={run} />
          </Stack>
        )}
      </Drawer>
    </section>
  );
}

function Line({ run, onShow }: { run: PublishRun; onShow: () => void }) {
  const { status, startedAt, by, outgoing, durationMs } = run;
  return (
    <Table.Tr>
      <Table.Td>
        <RunState status={status} />
      </Table.Td>
      <Table.Td c="dimmed">
        <TimeAgo value={startedAt} />
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed">
        {actorWords(by)}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{extent(outgoing)}</Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed" className="tabular">
        {durationMs === null ? '' : formatDuration(durationMs)}
      </Table.Td>
      <Table.Td ta="right">
        <Button variant="default" size="compact-sm" aria-label={texts.showRun(startedAt)} onClick={onShow}>
          {texts.show}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
