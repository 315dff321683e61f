/** Asks which site is previewed: one that Plinth can start, or the address of a development server. */
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { KnownSite } from '#contract/sites';
import { keys } from '../../api/keys';
import { changePreview } from '../../api/preview';
import { devServerQuery, sitesQuery, startDevServer } from '../../api/sites';
import { refresh } from '../../api/stale';
import { t } from '../../t';
import { notifyFailed } from '../../ui/notify';
import { useRights } from '../../ui/rights';
import { IconButton } from './IconButton';
import classes from './preview.module.css';
import { usePreviewOpened } from './usePreviewChoice';

const texts = {
  close: 'Close the preview',
  site: 'Address of the development server',
  siteHint:
    'What your generator prints when it serves the site, such as http://localhost:4321. It is kept on this computer.',
  show: 'Show the site',
  noSite: 'No development server is known for this folder. Ask an admin to give its address here.',
  failed: 'Could not show the preview',
  start: (name: string) => `Start ${name}`,
  notStarted: (name: string) => `${name} could not be started`,
};

/** Asks for the address of the development server. */
export function SiteForm({ site, onDone }: { site: string; onDone(): void }) {
  const { manages, role } = useRights();
  const client = useQueryClient();
  const [, setOpened] = usePreviewOpened();
  const [address, setAddress] = useState(site);
  async function keep(event: FormEvent) {
    event.preventDefault();
    try {
      await changePreview(client, { site: address.trim() });
      onDone();
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  }
  return (
    <>
      <div className={classes.bar}>
        <strong className={classes.name}>{t('Preview')}</strong>
        <IconButton label={texts.close} onClick={() => setOpened(false)} Icon={IconX} />
      </div>
      {role === 'owner' && <StartSites />}
      {manages ? (
        <form onSubmit={(event) => void keep(event)}>
          <Stack p="md" gap="sm" align="flex-start">
            <TextInput
              w="100%"
              label={texts.site}
              description={texts.siteHint}
              value={address}
              placeholder="http://localhost:4321"
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
            <Button type="submit" disabled={address.trim() === ''}>
              {texts.show}
            </Button>
          </Stack>
        </form>
      ) : (
        <Alert m="md">{texts.noSite}</Alert>
      )}
    </>
  );
}

/** The sites of this machine, each with the button that starts its development server. */
function StartSites() {
  const { data: known = [] } = useQuery(sitesQuery());
  const sites = known.filter(({ develop }) => develop !== '');
  if (sites.length === 0) return null;
  return (
    <Stack p="md" pb={0} gap="sm" align="flex-start">
      {sites.map((site) => (
        <StartSite key={site.id} site={site} />
      ))}
    </Stack>
  );
}

function StartSite({ site: { id, name } }: { site: KnownSite }) {
  const client = useQueryClient();
  const { data: state } = useQuery(devServerQuery(id));
  const isRunning = state?.status === 'running';
  useEffect(() => {
    if (isRunning) void refresh(client, keys.preview);
  }, [client, isRunning]);
  return (
    <>
      <Button
        leftSection={<IconPlayerPlay size={16} />}
        loading={state?.status === 'starting'}
        onClick={() =>
          void startDevServer(client, id).catch((error: unknown) =>
            notifyFailed(texts.notStarted(name), error),
          )
        }
      >
        {texts.start(name)}
      </Button>
      {state?.problem && (
        <Alert color="red" title={texts.notStarted(name)} w="100%">
          {state.problem.message}
        </Alert>
      )}
    </>
  );
}
