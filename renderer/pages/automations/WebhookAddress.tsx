import { ActionIcon, Button, Code, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { WebhookAuth } from '#contract/automations';
import { curlOf } from '../../api/curl';
import { webhookPath } from '../../api/paths';
import { statusQuery } from '../../api/queries';
import classes from './automations.module.css';

const texts = {
  copy: 'Copy webhook URL',
  copied: 'Copied',
  curl: 'Copy as curl',
};

interface Props {
  automation: string;
  auth: WebhookAuth;
}

/** Where a web request goes, to be copied as an address or as a command. */
export function WebhookAddress({ automation, auth }: Props) {
  const { data: status } = useQuery(statusQuery());
  if (status === undefined) return null;
  const base = status.url.replace(/\/$/, '');
  const url = base + webhookPath(automation);
  const command = curlOf({
    method: 'POST',
    url,
    headers: {
      'Content-Type': 'application/json',
      // An app has no page, so it sends the origin it acts for.
      ...(auth === 'sameOrigin' ? { Origin: new URL(base).origin } : {}),
    },
    body: '{}',
    open: auth !== 'apiKey',
  });
  return (
    <div className={classes.address}>
      <Code title={url}>POST {url}</Code>
      <CopyButton value={url} timeout={1600}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? texts.copied : texts.copy}>
            <ActionIcon size={26} onClick={copy} aria-label={texts.copy}>
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      <CopyButton value={command} timeout={1600}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            flex="none"
            leftSection={copied ? <IconCheck size={15} /> : <IconTerminal2 size={15} />}
            onClick={copy}
          >
            {copied ? texts.copied : texts.curl}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
