/** A few lines to copy. */
import { ActionIcon, Box, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../t';
import classes from './Snippet.module.css';

interface Props {
  /** What the lines are, for the copy button's name: "the curl command". */
  name: string;
  code: string;
}

export function Snippet({ name, code }: Props) {
  return (
    <div className={classes.root}>
      {/* Long lines scroll sideways (one long word is broken), so the block has to be reachable by keyboard. */}
      <Box
        component="pre"
        className={classes.code}
        data-word={!/\s/.test(code) || undefined}
        tabIndex={0}
        aria-label={name}
        role="region"
      >
        <code>{code}</code>
      </Box>
      <CopyButton value={code} timeout={1600}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('Copied') : t('Copy')}>
            <ActionIcon
              className={classes.copy}
              onClick={copy}
              aria-label={t(`Copy ${name}`)}
              variant="default"
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
