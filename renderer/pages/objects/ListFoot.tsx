/** The list is the API: how many there are, and the request that answers exactly this list. */
import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../../api/queries';
import { counted, inSentence } from '../../ui/format';
import classes from './ObjectList.module.css';
import type { Sort } from './useListPlace';

const texts = { copy: 'Copy the address of this list', copied: 'Copied' };

interface Props {
  collection: string;
  sort: Sort;
  total: number;
  singular: string;
  plural: string;
}

export function ListFoot({ collection, sort, total, singular, plural }: Props) {
  const { data: status } = useQuery(statusQuery());
  const query = new URLSearchParams({ sort: sort.property, order: sort.order });
  const path = `/api/collections/${encodeURIComponent(collection)}?${query}`;
  const origin = status?.url.replace(/\/$/, '') ?? window.location.origin;
  return (
    <footer className={classes.foot}>
      <span className="tabular">{counted(total, inSentence(singular), inSentence(plural))}</span>
      <CopyButton value={origin + path} timeout={1600}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? texts.copied : texts.copy}>
            <UnstyledButton className={classes.request} onClick={copy}>
              <span className="truncate">GET {path}</span>
              {copied ? <IconCheck size={13} /> : <IconCopy size={13} aria-label={texts.copy} />}
            </UnstyledButton>
          </Tooltip>
        )}
      </CopyButton>
    </footer>
  );
}
