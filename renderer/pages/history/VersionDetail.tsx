/** One version: how it differs from the object as it is now, or from the version before; restoring it. */
import { Alert, Button, SegmentedControl, Text } from '@mantine/core';
import { IconArrowBackUp, IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Difference, Differences, Version } from '#contract/history';
import type { SchemaDefinition } from '#contract/schemas';
import { SHARED_DRAFT } from '#contract/set-names';
import type { JsonObject } from '#contract/values';
import { ApiError } from '../../api/client';
import { differencesQuery, versionFileUrl, versionQuery } from '../../api/history';
import { sessionQuery } from '../../api/queries';
import { formerIn } from '../../fields/differences/files-now';
import FieldDifference from '../../fields/FieldDifference';
import type { PartSchemas } from '../../fields/form-context';
import { ErrorState } from '../../ui/ErrorState';
import { formatMoment } from '../../ui/format';
import { Waiting } from '../../ui/Waiting';
import { changedByHand, propertyLabel } from './changed-fields';
import classes from './history.module.css';
import type { TitledSet } from './places';
import { changeLine } from './words';

const texts = {
  back: 'All versions',
  compare: 'Compare with',
  now: 'Current version',
  before: 'Version before',
  restore: 'Restore this version',
  restoreIntoDraft: 'Restore into the draft',
  restoreInto: (title: string) => `Restore into “${title}”`,
  restoreField: (label: string) => `Restore ${label}`,
  field: 'Restore',
  same: 'This is what the object holds now.',
  alike: 'It does not differ from the version before in any field you edit.',
  first: 'There is no version before it. This is what it held:',
  deletedNow: 'The object was deleted. This is what it held:',
  gone: 'The object was deleted here. Choose an earlier version to see what it held.',
  left: 'From here on the draft or release did not change the object: it was published, moved or discarded.',
  removes: 'From here on the draft or release would delete the object.',
  thinned: 'This version is no longer kept. Older versions are thinned out over time.',
  hint: (before: boolean) =>
    before
      ? 'Green was added in this version, red was removed.'
      : 'Red is what this version held, green is what the object holds now.',
};

export type Against = 'now' | 'before';

interface Props {
  collection: string;
  id: string;
  schema: SchemaDefinition;
  parts: PartSchemas;
  /** The object as it is now; undefined where it was deleted. */
  now: JsonObject | undefined;
  version: Version;
  /** The version before, where there is one that held something. */
  older: Version | undefined;
  /** It is what the object holds. */
  isCurrent: boolean;
  /** What the form shows instead of what is live; it is restored into that. */
  set: TitledSet | undefined;
  against: Against;
  busy: boolean;
  onAgainst(against: Against): void;
  onRestore(revision: string, property?: string): void;
  onBack(): void;
}

export function VersionDetail(props: Props) {
  const { version, now, isCurrent, set, against, busy, onAgainst, onRestore, onBack } = props;
  const { data: session } = useQuery(sessionQuery());
  const { revision } = version;
  const nothing = nothingOf(version);
  const compared = useCompared(props);
  // What the object holds already is not restored once more.
  const isSame = isCurrent || (compared.isNow && compared.names?.length === 0);
  return (
    <section className={classes.detail} aria-label={formatMoment(version.at)}>
      <Button
        className={classes.back ?? ''}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconChevronLeft size={16} />}
        onClick={onBack}
      >
        {texts.back}
      </Button>
      <div className={classes.head}>
        <div>
          <Text fw={550}>{formatMoment(version.at)}</Text>
          <Text size="sm" c="dimmed">
            {changeLine(version, session?.user)}
          </Text>
        </div>
        {revision !== null && nothing === undefined && !isSame && (
          <Button
            leftSection={<IconArrowBackUp size={16} />}
            loading={busy}
            onClick={() => onRestore(revision)}
          >
            {restoreWords(set)}
          </Button>
        )}
      </div>
      {revision === null || nothing !== undefined ? (
        <Text size="sm">{nothing}</Text>
      ) : (
        <>
          {now !== undefined && (
            <SegmentedControl
              aria-label={texts.compare}
              size="xs"
              value={against}
              onChange={(next) => onAgainst(next === 'before' ? 'before' : 'now')}
              data={[
                { value: 'now', label: texts.now },
                { value: 'before', label: texts.before },
              ]}
            />
          )}
          <Comparison {...props} {...compared} revision={revision} />
        </>
      )}
    </section>
  );
}

/** Why a version holds nothing that could be compared or restored. */
function nothingOf({ revision, set, change }: Version): string | undefined {
  if (change === 'remove') return texts.removes;
  if (revision !== null) return undefined;
  return set === undefined ? texts.gone : texts.left;
}

function restoreWords(set: TitledSet | undefined): string {
  if (set === undefined) return texts.restore;
  return set.id === SHARED_DRAFT ? texts.restoreIntoDraft : texts.restoreInto(set.title);
}

/** What a version held as differences of which no side has changed, to be shown alone. */
const asDifferences = (object: JsonObject): Difference[] =>
  Object.entries(object).map(([property, value]) => ({ property, before: value, after: value }));

function useCompared({ collection, id, schema, now, older, against, version, set }: Props) {
  const place = { collection, id, set: set?.id };
  const revision = nothingOf(version) === undefined ? (version.revision ?? '') : '';
  const isAlone = now === undefined || (against === 'before' && older?.revision == null);
  const before = against === 'before' && now !== undefined ? (older?.revision ?? undefined) : undefined;
  const content = useQuery({
    ...versionQuery(place, revision),
    enabled: isAlone && revision !== '',
  });
  const differences = useQuery({
    ...(before === undefined ? differencesQuery(place, revision) : differencesQuery(place, before, revision)),
    enabled: !isAlone && revision !== '',
  });
  const query = isAlone ? content : differences;
  const found = isAlone ? content.data && asDifferences(content.data.object) : differences.data?.differences;
  const files: Differences['files'] = isAlone
    ? (content.data?.files ?? []).map((file) => ({ path: file.path, before: file, after: file }))
    : (differences.data?.files ?? []);
  const isNow = !isAlone && against === 'now';
  // The other side of a comparison with the current version is in the folder.
  const sides = { before: before ?? revision, after: isNow ? undefined : revision };
  const former = formerIn(
    isNow ? files.map(({ path, before }) => ({ path, ...(before && { before }) })) : files,
    (file, side) => versionFileUrl(place, sides[side] ?? revision, file.path),
  );
  return {
    error: query.error,
    refetch: () => void query.refetch(),
    found,
    former,
    names:
      found &&
      changedByHand(
        found.map(({ property }) => property),
        schema,
      ),
    /** There is nothing to compare it with. */
    isAlone,
    /** It is compared with what the object holds now. */
    isNow,
  };
}

function Comparison(props: Props & ReturnType<typeof useCompared> & { revision: string }) {
  const { schema, now, against, isCurrent, busy, revision, onRestore } = props;
  const { error, refetch, found, former, names, isAlone, isNow } = props;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Alert color="yellow" variant="light">
        {texts.thinned}
      </Alert>
    );
  }
  if (error !== null) return <ErrorState error={error} retry={refetch} />;
  if (found === undefined || names === undefined) return <Waiting shape="form" />;
  const byName = new Map(found.map((one) => [one.property, one]));
  if (names.length === 0) {
    return <Text size="sm">{against === 'now' || isCurrent ? texts.same : texts.alike}</Text>;
  }
  return (
    <>
      <Text size="xs" c="dimmed">
        {isAlone ? (now === undefined ? texts.deletedNow : texts.first) : texts.hint(against === 'before')}
      </Text>
      {names.map((name) => {
        const label = propertyLabel(name, schema);
        return (
          <section key={name} className={classes.field} aria-label={label}>
            <div className={classes.fieldHead}>
              <Text size="sm" fw={550}>
                {label}
              </Text>
              {isNow && (
                <Button
                  variant="default"
                  size="compact-xs"
                  disabled={busy}
                  aria-label={texts.restoreField(label)}
                  onClick={() => onRestore(revision, name)}
                >
                  {texts.field}
                </Button>
              )}
            </div>
            <FieldDifference
              definition={Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined}
              before={byName.get(name)?.before}
              after={byName.get(name)?.after}
              parts={props.parts}
              now={now}
              former={former}
            />
          </section>
        );
      })}
    </>
  );
}
