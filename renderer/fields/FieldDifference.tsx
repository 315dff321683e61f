/** How two values of a property differ, drawn by its kind: for the history and for conflicts. */
import { Suspense, useMemo } from 'react';
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonObject, JsonValue } from '#contract/values';
import { fieldLookup } from '.';
import { KindDifference, SourceDifference } from './differences';
import { currentIn, FilesNow, type FormerFile, FormerFiles } from './differences/files-now';
import type { PartSchemas } from './form-context';

interface Props {
  /** Undefined for a property the schema does not have: it is shown as JSON. */
  definition: PropertyOnWire | undefined;
  before: JsonValue | undefined;
  after: JsonValue | undefined;
  parts: PartSchemas;
  /** The object as it is in the folder now, undefined where it was deleted: other files cannot be shown. */
  now: JsonObject | undefined;
  /** Addresses of files of earlier versions. */
  former?: FormerFile;
}

const NO_FORMER: FormerFile = () => undefined;

export default function FieldDifference({
  definition,
  before,
  after,
  parts,
  now,
  former = NO_FORMER,
}: Props) {
  const isCurrent = useMemo(() => currentIn(now), [now]);
  return (
    <FilesNow value={isCurrent}>
      <FormerFiles value={former}>
        <Suspense>
          {definition === undefined ? (
            <SourceDifference before={before} after={after} />
          ) : (
            <KindDifference {...{ definition, before, after, parts }} fields={fieldLookup} />
          )}
        </Suspense>
      </FormerFiles>
    </FilesNow>
  );
}
