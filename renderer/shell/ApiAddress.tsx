/** The URL of the API, with a button to copy it, and whether the server answers. */
import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../api/keys';
import { statusQuery } from '../api/queries';
import classes from './Header.module.css';

const texts = {
  copy: (url: string) => `Copy API URL, ${url}`,
  copied: 'Copied',
};

export function ApiAddress() {
  const { data: status } = useQuery(statusQuery());
  const { data: connection } = useQuery<string>({ queryKey: keys.connection, enabled: false });
  if (status === undefined) return null;
  const url = `${status.url.replace(/\/$/, '')}/api`;
  return (
    <CopyButton value={url} timeout={1600}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.copied : texts.copy(url)} openDelay={copied ? 0 : 400}>
          <UnstyledButton className={classes.address} onClick={copy} aria-label={texts.copy(url)}>
            <span className={classes.dot} data-lost={connection === 'lost' || undefined} />
            {copied ? texts.copied : new URL(status.url).host}
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  );
}
