/** How AI clients connect: lines for their settings to copy, the address filled in. */
import { Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { statusQuery } from '../../api/queries';
import { Snippet } from '../../ui/Snippet';
import { httpClientLines, stdioClientLines } from './ai-client-lines';
import classes from './settings.module.css';

const texts = {
  title: 'Connect an AI client',
  stdio: 'On this computer',
  stdioLead:
    'The client starts a Plinth command, which connects to the running Plinth or opens the folder itself. Remove --read-only to allow changes.',
  stdioName: 'Client configuration, on this computer',
  http: 'Over HTTP',
  httpLead: 'With an API key that has access to /mcp and to the content the client works on:',
  httpKeys: 'API keys',
  httpName: 'Client configuration, over HTTP',
  shown: 'Choose which collections AI clients see in the settings of each collection.',
};

export function AiClients() {
  const { data: status } = useQuery(statusQuery());
  if (status === undefined) return null;
  return (
    <section aria-labelledby="ai-clients">
      <h2 id="ai-clients" className={classes.legend}>
        {texts.title}
      </h2>
      <Tabs defaultValue="stdio" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="stdio">{texts.stdio}</Tabs.Tab>
          <Tabs.Tab value="http">{texts.http}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="stdio" pt="sm">
          <Stack gap="xs">
            <Text size="sm">{texts.stdioLead}</Text>
            <Snippet name={texts.stdioName} code={stdioClientLines(status.folderName, status.command)} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="http" pt="sm">
          <Stack gap="xs">
            <Text size="sm">
              {texts.httpLead} <Link to="/utils/api-keys">{texts.httpKeys}</Link>
            </Text>
            <Snippet name={texts.httpName} code={httpClientLines(status.folderName, status.url)} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
      <Text size="sm" c="dimmed" mt="sm">
        {texts.shown}
      </Text>
    </section>
  );
}
