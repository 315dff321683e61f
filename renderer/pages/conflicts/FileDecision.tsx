/** Both versions of an uploaded file side by side, and which one is kept. */
import { Anchor, Badge, Button, Code, Group, Image, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { ConflictDetail, ConflictResult, ConflictVersion, FileFacts } from '#contract/conflicts';
import { conflictFileUrl, resolveConflict } from '../../api/conflicts';
import { formatBytes } from '../../ui/format';
import { notifyDone } from '../../ui/notify';
import { TimeAgo } from '../../ui/TimeAgo';
import classes from './conflict.module.css';
import { Failure } from './Failure';

const texts = {
  mine: 'Current file',
  theirs: 'Conflict copy',
  hint: 'Files cannot be merged. The version that is not kept goes to the trash.',
  same: 'Both files have the same content. The copy can be moved to the trash.',
  open: 'Open object',
  view: 'Open file',
  takeMine: 'Keep the current file',
  takeTheirs: 'Use this copy',
  takeBoth: 'Keep both files',
  toTrash: 'Move copy to trash',
  done: 'Conflict resolved. The copy is in the trash.',
};

export function FileDecision({ data, reload }: { data: ConflictDetail; reload(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const resolve = useMutation({
    mutationFn: (take: ConflictResult) => resolveConflict(client, data.id, { tags: data.tags, take }),
    onSuccess: () => {
      notifyDone(texts.done);
      void navigate('/conflicts');
    },
  });
  const act = (take: ConflictResult) => () => resolve.mutate(take);
  const buttons = { disabled: resolve.isPending, variant: 'default' };
  return (
    <Stack gap="md">
      <Anchor
        component={Link}
        size="sm"
        to={`/c/${encodeURIComponent(data.collection)}/${encodeURIComponent(data.name)}`}
      >
        {texts.open}
      </Anchor>
      <Text size="sm">{data.same ? texts.same : texts.hint}</Text>
      <div className={classes.sides}>
        <Version data={data} version="mine" path={data.original} facts={data.mine} />
        <Version data={data} version="theirs" path={data.path} facts={data.theirs} />
      </div>
      <Failure error={resolve.error} reload={reload} />
      <Group gap="xs" className={classes.actions}>
        <Button {...buttons} variant={data.same ? 'filled' : 'default'} onClick={act('mine')}>
          {data.same ? texts.toTrash : texts.takeMine}
        </Button>
        {!data.same && (
          <Button {...buttons} onClick={act('theirs')}>
            {texts.takeTheirs}
          </Button>
        )}
        {!data.same && data.file?.many && (
          <Button {...buttons} onClick={act('both')}>
            {texts.takeBoth}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface VersionProps {
  data: ConflictDetail;
  version: ConflictVersion;
  path: string;
  facts: FileFacts | null;
}

function Version({ data, version, path, facts }: VersionProps) {
  const url = conflictFileUrl(data, version);
  return (
    <figure className={classes.side} style={{ margin: 0 }}>
      <figcaption>
        <Badge variant="light" color="gray" mb={6}>
          {texts[version]}
        </Badge>
        <Code block className={classes.value} style={{ whiteSpace: 'pre-wrap' }}>
          {path}
        </Code>
      </figcaption>
      {data.file?.mime.startsWith('image/') && (
        <Image src={url} alt={texts[version]} mah={360} fit="contain" radius="sm" />
      )}
      {facts && (
        <Text size="xs" c="dimmed" component="div">
          {formatBytes(facts.size)} · <TimeAgo value={facts.modified} /> ·{' '}
          <Anchor href={url} target="_blank" rel="noreferrer" size="xs" underline="always">
            {texts.view}
          </Anchor>
        </Text>
      )}
    </figure>
  );
}
