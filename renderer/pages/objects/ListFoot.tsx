/** How many there are, and for builders the request that answers exactly this list. */
import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { type ListView, listAddress } from '../../api/list-request';
import { statusQuery } from '../../api/queries';
import { useRights } from '../../ui/rights';
import classes from './ObjectList.module.css';

const texts = {
  copy: 'Copy API URL of this list',
  curl: 'Copy as curl',
  copied: 'Copied',
  short: 'curl',
};

interface Props {
  collection: string;
  view: ListView;
  /** How many there are, as a sentence. */
  count: string;
}

function ListFootView({ collection, view, count }: Props) {
  const { manages } = useRights();
  return (
    <footer className={classes.foot}>
      <span className={classes.count}>{count}</span>
      {manages && <Requests collection={collection} view={view} />}
    </footer>
  );
}

export const ListFoot = memo(ListFootView);

/** For those who build the site; an editor has no use for addresses. */
function Requests({ collection, view }: Pick<Props, 'collection' | 'view'>) {
  const { data: status } = useQuery(statusQuery());
  const path = listAddress(collection, view);
  const origin = status?.url.replace(/\/$/, '') ?? window.location.origin;
  // The address holds no mark that a shell would read inside double quotes: all of them are escaped.
  const curl = `curl -H "X-API-Key: $PLINTH_KEY" "${origin}${path}"`;
  return (
    <div className={classes.requests}>
      <CopyButton value={origin + path} timeout={1600}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? texts.copied : texts.copy}>
            <UnstyledButton className={classes.request} onClick={copy}>
              <span className="truncate" data-testid="list-request">
                GET {path}
              </span>
              {copied ? <IconCheck size={13} /> : <IconCopy size={13} aria-label={texts.copy} />}
            </UnstyledButton>
          </Tooltip>
        )}
      </CopyButton>
      <CopyButton value={curl} timeout={1600}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? texts.copied : texts.curl}>
            <UnstyledButton className={classes.request} onClick={copy} aria-label={texts.curl}>
              {copied ? <IconCheck size={13} /> : <IconTerminal2 size={14} />}
              <span>{texts.short}</span>
            </UnstyledButton>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
