/** One conflict: both versions by property, with the version before both, and the decision. */
import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ConflictDetail, ConflictResult, ConflictSide, FileFacts } from '#contract/conflicts';
import { ApiError } from '../api/client';
import { conflictQuery, resolveConflict } from '../api/conflicts';
import { partSchemasQuery } from '../api/part-schemas';
import { objectQuery, schemaQuery } from '../api/queries';
import type { PartSchemas } from '../fields/form-context';
import { ErrorState } from '../ui/ErrorState';
import { formatBytes, inSentence } from '../ui/format';
import { Nothing } from '../ui/Nothing';
import { notifyDone } from '../ui/notify';
import { Page } from '../ui/Page';
import { TimeAgo } from '../ui/TimeAgo';
import { Waiting } from '../ui/Waiting';
import classes from './conflicts/conflict.module.css';
import { Failure } from './conflicts/Failure';
import { type Drawing, FieldChoice, type Pick, presetOf } from './conflicts/FieldChoice';
import { FileDecision } from './conflicts/FileDecision';
import { KeepBothDialog } from './conflicts/KeepBothDialog';
import { sideLabels, subjectOf } from './conflicts/labels';

const texts = {
  gone: 'This conflict no longer exists',
  goneHint: 'It was resolved here or on another computer.',
  back: 'All conflicts',
  missing: 'missing',
  file: 'File',
  open: 'Open object',
  nothingNew: 'The conflict copy contains nothing new. It can be moved to the trash.',
  noBase: 'The version before both changes is not known, so each difference needs a choice.',
  clashes: (count: number) => (count === 1 ? 'One value needs a choice.' : `${count} values need a choice.`),
  merged: 'No value needs a choice, so all changes can be kept.',
  hidden: 'The content of this file is not shown. You can keep the file and move the copy to the trash.',
  merge: 'Merge',
  takeMine: 'Keep this file',
  takeTheirs: 'Use the copy',
  take: (version: string) => `Use ${inSentence(version)}`,
  hint: 'Red is what was there before both changes, green is what was changed.',
  fromMine: 'Red is only in this file, green is only in the other version.',
  keepBoth: 'Keep both…',
  toTrash: 'Move copy to trash',
  done: 'Conflict resolved. The copy is in the trash.',
};

export function ConflictPage() {
  const { conflict = '' } = useParams();
  const { data, isPending, error, refetch } = useQuery(conflictQuery(conflict));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Page title={data ? subjectOf(data) : texts.back}>
      {isPending && <Waiting shape="form" />}
      {isGone && (
        <Nothing icon={IconCircleCheck} title={texts.gone} hint={texts.goneHint}>
          <Button variant="default" component={Link} to="/conflicts">
            {texts.back}
          </Button>
        </Nothing>
      )}
      {error !== null && !isGone && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.file && !isGone && (
        <FileDecision
          key={`${data.tags.mine} ${data.tags.theirs}`}
          data={data}
          reload={() => void refetch()}
        />
      )}
      {data && !data.file && !isGone && (
        <Decision key={`${data.tags.mine} ${data.tags.theirs}`} data={data} reload={() => void refetch()} />
      )}
    </Page>
  );
}

/** The choices to send: those that differ from what a merge does by itself. */
function choicesOf({ fields }: ConflictDetail, picks: Record<string, Pick>): Record<string, ConflictSide> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const pick = picks[field.property];
      const isOwn = pick !== undefined && pick !== 'merged' && pick !== presetOf(field);
      return isOwn ? [[field.property, pick] as const] : [];
    }),
  );
}

function Decision({ data, reload }: { data: ConflictDetail; reload(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [picks, setPicks] = useState<Record<string, Pick>>({});
  const [keeping, setKeeping] = useState(false);
  const isObject = data.subject === 'object';
  const drawing = useDrawing(data);
  const isMarked = data.kind === 'markers';
  const resolve = useMutation({
    mutationFn: (take: ConflictResult) =>
      resolveConflict(client, data.id, { tags: data.tags, take, choices: choicesOf(data, picks) }),
    onSuccess: () => {
      notifyDone(texts.done);
      void navigate('/conflicts');
    },
  });
  const clashes = data.fields.filter(({ clash }) => clash);
  const open = clashes.filter(({ property }) => picks[property] === undefined);
  const canMerge = data.problem === undefined && data.subject !== 'other' && data.mine !== null;
  const act = (take: ConflictResult) => () => resolve.mutate(take);
  return (
    <Stack gap="md">
      <Files data={data} />
      <State data={data} clashes={clashes.length} />
      {!data.nothingNew && data.fields.length > 0 && (
        <Text size="sm" c="dimmed">
          {data.fields.some(({ base }) => base !== undefined) ? texts.hint : texts.fromMine}
        </Text>
      )}
      {!data.nothingNew &&
        data.fields.map((field) => (
          <FieldChoice
            key={field.property}
            field={field}
            drawing={drawing}
            pick={picks[field.property] ?? presetOf(field)}
            onPick={(pick) => setPicks({ ...picks, [field.property]: pick })}
          />
        ))}
      <Failure error={resolve.error} reload={reload} />
      <Group gap="xs" className={classes.actions}>
        {canMerge && !data.nothingNew && (
          <Button onClick={act('merged')} loading={resolve.isPending} disabled={open.length > 0}>
            {texts.merge}
          </Button>
        )}
        <Button
          variant={data.nothingNew ? 'filled' : 'default'}
          onClick={act('mine')}
          disabled={resolve.isPending}
        >
          {isMarked
            ? texts.take(drawing.labels.mine)
            : data.nothingNew || data.mine === null
              ? texts.toTrash
              : texts.takeMine}
        </Button>
        {data.subject !== 'other' && !data.nothingNew && (canMerge || data.mine === null) && (
          <Button variant="default" onClick={act('theirs')} disabled={resolve.isPending}>
            {isMarked ? texts.take(drawing.labels.theirs) : texts.takeTheirs}
          </Button>
        )}
        {isObject && data.kind === 'copy' && !data.nothingNew && canMerge && (
          <Button variant="default" onClick={() => setKeeping(true)} disabled={resolve.isPending}>
            {texts.keepBoth}
          </Button>
        )}
      </Group>
      <KeepBothDialog conflict={data} opened={keeping} onClose={() => setKeeping(false)} />
    </Stack>
  );
}

/** What drawing the values needs; drawn as JSON until it is there. */
function useDrawing(data: ConflictDetail): Drawing {
  const isObject = data.subject === 'object';
  const { data: schema } = useQuery({ ...schemaQuery(data.collection), enabled: isObject });
  const { data: parts = NO_PARTS } = useQuery(partSchemasQuery(schema));
  const { data: now } = useQuery({
    ...objectQuery(data.collection, data.name),
    enabled: isObject && data.mine !== null && data.kind === 'copy',
  });
  return { schema, parts, now: now?.object, labels: sideLabels(data) };
}

const NO_PARTS: PartSchemas = new Map();

function Files({ data }: { data: ConflictDetail }) {
  const line = (label: string, path: string, facts: FileFacts | null) => (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Text span fw={550}>
        {label}
      </Text>{' '}
      <Code>{path}</Code>{' '}
      <Text span size="xs" c="dimmed">
        {facts === null ? (
          texts.missing
        ) : (
          <>
            {formatBytes(facts.size)} · <TimeAgo value={facts.modified} />
          </>
        )}
      </Text>
    </Text>
  );
  const labels = sideLabels(data);
  return (
    <Stack gap={4}>
      {line(data.kind === 'copy' ? labels.mine : texts.file, data.original, data.mine)}
      {data.kind === 'copy' && line(labels.theirs, data.path, data.theirs)}
      {data.subject === 'object' && data.mine !== null && data.kind === 'copy' && (
        <Anchor
          component={Link}
          size="sm"
          to={`/c/${encodeURIComponent(data.collection)}/${encodeURIComponent(data.name)}`}
        >
          {texts.open}
        </Anchor>
      )}
    </Stack>
  );
}

function State({ data, clashes }: { data: ConflictDetail; clashes: number }) {
  if (data.problem !== undefined) {
    return (
      <Alert color="yellow" variant="light">
        {data.problem}.
      </Alert>
    );
  }
  if (data.subject === 'other') return <Text size="sm">{texts.hidden}</Text>;
  if (data.nothingNew) return <Text size="sm">{texts.nothingNew}</Text>;
  const isUnknown = data.base === null && data.kind === 'copy';
  return (
    <Text size="sm">{isUnknown ? texts.noBase : clashes > 0 ? texts.clashes(clashes) : texts.merged}</Text>
  );
}
