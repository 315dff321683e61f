/** An object of a change set beside what is live, property by property, with what can be done about each. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComparedProperty, SetKind } from '#contract/change-sets';
import type { SchemaDefinition } from '#contract/schemas';
import { ApiError } from '../../api/client';
import { comparedQuery, dropChange, keepOverLive, restoreDropped } from '../../api/drafts';
import FieldDifference from '../../fields/FieldDifference';
import type { PartSchemas } from '../../fields/form-context';
import { ShownSet } from '../../fields/shown-set';
import { t } from '../../t';
import { ErrorState } from '../../ui/ErrorState';
import { notifyFailed, notifyUndo } from '../../ui/notify';
import { Waiting } from '../../ui/Waiting';
import type { InTurn } from '../../unsaved/turns';
import { changedByHand, propertyLabel } from '../history/changed-fields';
import { acceptChange, acceptWords, type FormSet } from './accepting';
import classes from './compare.module.css';

const texts = {
  title: (title: string) => `Changes of ${title}`,
  hint: 'Red is live, green is what publishing would make of it.',
  none: 'It does not differ from what is live in any field you edit.',
  gone: 'There are no changes left. They were published or dropped.',
  clash: 'Changed in what is live as well, since this was changed. Choose which to keep.',
  hintIn: 'Red is what this form shows, green is what accepting would make of it.',
  noneIn: 'It does not differ from what this form shows in any field you edit.',
  clashIn: 'Changed in the form’s draft or release as well, since this was suggested. Choose which to keep.',
  suggested: 'Suggested',
  formHas: 'In this form',
  keepForm: 'Keep what the form has',
  keepFormOf: (label: string) => `Keep what the form has of ${label}`,
  inSet: 'This change',
  live: 'Live now',
  keep: 'Keep this change',
  keepOf: (label: string) => `Keep this change of ${label}`,
  drop: 'Drop',
  dropOf: (label: string) => `Drop the change of ${label}`,
  takeLive: 'Keep what is live',
  takeLiveOf: (label: string) => `Keep what is live of ${label}`,
  reject: 'Reject',
  rejectOf: (label: string) => `Reject the change of ${label}`,
  failed: 'Could not change it',
  dropped: (label: string) => `Change of ${label} dropped.`,
  accepted: (label: string) => `Change of ${label} published.`,
};

export interface CompareProps {
  /** The set, and what kind it is: suggestions are accepted and rejected. */
  set: string;
  kind: SetKind;
  collection: string;
  id: string;
  title: string;
  schema: SchemaDefinition;
  parts: PartSchemas;
  /** Where a form of the object is open: it does not save meanwhile. */
  inTurn?: InTurn | undefined;
  /** The draft or release that the form shows: of a suggestion what it is compared with, and accepted into. */
  into?: FormSet | undefined;
}

export function CompareDialog({
  opened,
  onClose,
  ...props
}: CompareProps & { opened: boolean; onClose(): void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title(props.title)} size="xl">
      {opened && <Comparison {...props} />}
    </Modal>
  );
}

function Comparison(props: CompareProps) {
  const { set, collection, id, schema, into } = props;
  const { data, error, refetch } = useQuery(comparedQuery(set, collection, id, into?.id));
  if (error instanceof ApiError && error.status === 404) {
    return <Alert color="gray">{texts.gone}</Alert>;
  }
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Waiting shape="form" />;
  const byName = new Map(data.differences.map((one) => [one.property, one]));
  const names = changedByHand([...byName.keys()], schema);
  if (names.length === 0) return <Text size="sm">{into ? texts.noneIn : texts.none}</Text>;
  return (
    <Stack gap="md">
      <Text size="xs" c="dimmed">
        {into ? texts.hintIn : texts.hint}
      </Text>
      {names.map((name) => {
        const compared = byName.get(name);
        return compared && <ComparedChange key={name} {...props} compared={compared} />;
      })}
    </Stack>
  );
}

const atOnce: InTurn = (work) => work();

type ChangeProps = Omit<CompareProps, 'title'>;

/** What can be done about the change of a property. */
function useDeeds(
  { set, kind, collection, id, into, inTurn = atOnce }: ChangeProps,
  property: string,
  { label, onDone }: { label: string; onDone: (() => void) | undefined },
) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const chosen = { collection, id, properties: [property] };
  const doing = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    try {
      await inTurn(work);
      onDone?.();
    } catch (error) {
      notifyFailed(texts.failed, error);
    } finally {
      setBusy(false);
    }
  };
  const drop = doing(async () => {
    const entry = await dropChange(client, set, chosen);
    if (entry === undefined) return;
    notifyUndo(texts.dropped(label), () => {
      restoreDropped(client, set, entry).catch((error: unknown) =>
        notifyFailed(t('Could not restore'), error),
      );
    });
  });
  const keep = doing(() => keepOverLive(client, set, chosen));
  const published = texts.accepted(label);
  const accept = doing(() => acceptChange(client, set, chosen, { into, published }));
  const replace = doing(() => acceptChange(client, set, chosen, { into, published, replace: true }));
  return { busy, drop, keep, accept, replace, isSuggestion: kind === 'suggestion' };
}

/** The change of a property, with what can be done about it. `heading`: in place of its label. */
export function ComparedChange({
  compared,
  heading,
  onDone,
  ...props
}: ChangeProps & { compared: ComparedProperty; heading?: string; onDone?: () => void }) {
  const { schema, parts, into } = props;
  const { property, base, mine, live, merged, clash } = compared;
  const label = propertyLabel(property, schema);
  const { busy, drop, keep, accept, replace, isSuggestion } = useDeeds(props, property, { label, onDone });
  const words = acceptWords(into);
  const definition = Object.hasOwn(schema.properties, property) ? schema.properties[property] : undefined;
  // Their files are in the folder; a former one of the base may not be.
  const shown = { live: live ?? null, mine: mine ?? null, merged: merged ?? null };
  const side = (before: typeof base, after: typeof base) => (
    <ShownSet value={into === undefined ? props.set : `${into.id},${props.set}`}>
      <FieldDifference {...{ definition, before, after, parts }} now={shown} />
    </ShownSet>
  );
  const dropping = clash
    ? into
      ? { label: texts.keepForm, of: texts.keepFormOf }
      : { label: texts.takeLive, of: texts.takeLiveOf }
    : isSuggestion
      ? { label: texts.reject, of: texts.rejectOf }
      : { label: texts.drop, of: texts.dropOf };
  return (
    <section className={classes.field} aria-label={heading ?? label}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550}>
          {heading ?? label}
        </Text>
        <Group gap="xs">
          {clash && into === undefined && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={busy}
              aria-label={texts.keepOf(label)}
              onClick={() => void keep()}
            >
              {texts.keep}
            </Button>
          )}
          {isSuggestion && (!clash || into !== undefined) && (
            <Button
              size="compact-xs"
              disabled={busy}
              aria-label={words.of(label)}
              onClick={() => void (clash ? replace : accept)()}
            >
              {words.accept}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            disabled={busy}
            aria-label={dropping.of(label)}
            onClick={() => void drop()}
          >
            {dropping.label}
          </Button>
        </Group>
      </Group>
      {clash ? (
        <>
          <Text size="sm" c="red">
            {into ? texts.clashIn : texts.clash}
          </Text>
          <Text size="xs" c="dimmed">
            {into ? texts.suggested : texts.inSet}
          </Text>
          {side(base, mine)}
          <Text size="xs" c="dimmed">
            {into ? texts.formHas : texts.live}
          </Text>
          {side(base, live)}
        </>
      ) : (
        side(live, merged)
      )}
    </section>
  );
}
