/** A site: what goes out, the button that publishes it, what runs, and what was published before. */
import { Button, Group, Text, Title } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownSite, SiteState } from '#contract/sites';
import { publishSite, removeSite, siteRunsQuery, siteStateQuery } from '../../api/sites';
import { DeedButton } from '../../ui/confirm';
import { ErrorState } from '../../ui/ErrorState';
import { notifyDone, notifyFailed } from '../../ui/notify';
import { Waiting } from '../../ui/Waiting';
import { DevServer } from './DevServer';
import { OutgoingList } from './OutgoingList';
import { RunPanel } from './RunPanel';
import { RunTable } from './RunTable';
import classes from './sites.module.css';

const texts = {
  edit: 'Edit',
  editName: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeName: (name: string) => `Remove ${name}`,
  ask: (name: string) => `Remove the site “${name}”?`,
  warning:
    'Plinth forgets its commands and its history. The files of the project and the published site stay.',
  removed: (name: string) => `${name} removed.`,
  notRemoved: 'Could not remove the site',
  publish: 'Publish',
  anyway: 'Publish anyway',
  nothing: 'Nothing has changed, so nothing was published.',
  failed: 'Could not publish the site',
  without: 'Add a command that builds or uploads the site to publish it.',
};

export function SiteCard({ site, onEdit }: { site: KnownSite; onEdit: () => void }) {
  const client = useQueryClient();
  const { id, name, directory } = site;
  const state = useQuery(siteStateQuery(id));
  return (
    <section className={classes.card} aria-labelledby={`site-${id}`}>
      <Group justify="space-between" align="start">
        <div>
          <Title order={2} id={`site-${id}`}>
            {name}
          </Title>
          <Text size="sm" c="dimmed" className={classes.path ?? ''}>
            {directory}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" size="compact-sm" aria-label={texts.editName(name)} onClick={onEdit}>
            {texts.edit}
          </Button>
          <DeedButton
            name={texts.removeName(name)}
            title={texts.ask(name)}
            message={texts.warning}
            confirm={texts.remove}
            act={() => removeSite(client, id)}
            done={texts.removed(name)}
            failed={texts.notRemoved}
          />
        </Group>
      </Group>
      {state.isPending && <Waiting shape="text" />}
      {state.isError && <ErrorState error={state.error} retry={() => void state.refetch()} />}
      {state.data && <Publishing site={site} state={state.data} />}
      {site.develop !== '' && <DevServer site={site} />}
      <RunTable site={site} />
    </section>
  );
}

function Publishing({ site, state: { outgoing, running } }: { site: KnownSite; state: SiteState }) {
  const client = useQueryClient();
  const { data: runs = [] } = useQuery(siteRunsQuery(site.id));
  // What was published here stays in view with its result.
  const [begun, setBegun] = useState<string>();
  const shown = running ?? runs.find((run) => run.id === begun);
  const publish = useMutation({
    mutationFn: (force: boolean) => publishSite(client, site.id, force),
    onSuccess: (run) => {
      if (run) setBegun(run.id);
      else notifyDone(texts.nothing);
    },
    onError: (error) => notifyFailed(texts.failed, error),
  });
  if (site.build === '' && site.deploy === '')
    return (
      <Text size="sm" c="dimmed">
        {texts.without}
      </Text>
    );
  return (
    <>
      {!running && <OutgoingList outgoing={outgoing} />}
      {!running && (
        <Group>
          <Button
            variant={outgoing.changed ? 'filled' : 'default'}
            leftSection={<IconCloudUpload size={16} />}
            loading={publish.isPending}
            onClick={() => publish.mutate(!outgoing.changed)}
          >
            {outgoing.changed ? texts.publish : texts.anyway}
          </Button>
        </Group>
      )}
      {shown && <RunPanel key={shown.id} site={site} run={shown} />}
    </>
  );
}
