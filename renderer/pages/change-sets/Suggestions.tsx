/** What others suggest for the object of a form: above the form as a whole, and below each field what concerns it. */
import { Alert, Anchor, Button, Group } from '@mantine/core';
import { IconMessage2Question } from '@tabler/icons-react';
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { SessionUser } from '#contract/access';
import type { ComparedObject, ListedChangeSet } from '#contract/change-sets';
import type { SchemaDefinition } from '#contract/schemas';
import { ApiError } from '../../api/client';
import { comparedQuery, dropChange, restoreDropped } from '../../api/drafts';
import { sessionQuery } from '../../api/queries';
import type { PartSchemas } from '../../fields/form-context';
import { FieldNote } from '../../form/field-note';
import { focusField } from '../../form/focus-field';
import { t } from '../../t';
import { formatAgo } from '../../ui/format';
import { notifyFailed, notifyUndo } from '../../ui/notify';
import type { InTurn } from '../../unsaved/turns';
import { changedByHand, changedLine } from '../history/changed-fields';
import { actorWords, isOwn } from '../history/words';
import { acceptChange, acceptWords, type FormSet } from './accepting';
import { CompareDialog, ComparedChange } from './CompareDialog';
import classes from './compare.module.css';

const texts = {
  by: (who: string, ago: string) => `Suggested by ${who}, ${ago}`,
  byYou: (ago: string) => `Suggested by you, ${ago}`,
  titled: (title: string, ago: string) => `${title}, ${ago}`,
  fields: (labels: string) => `Changes: ${labels}.`,
  remove: 'Publishing it deletes this object.',
  removeLater: 'Accepting it deletes this object when the draft or release is published.',
  noneIn: 'It does not differ from what this form shows in any field you edit.',
  compareIn: 'Compare',
  none: 'It does not differ from what is live in any field you edit.',
  open: 'Open suggestion',
  compare: 'Compare with live',
  reject: 'Reject all',
  accepted: 'Suggestion published.',
  rejected: 'Suggestion rejected.',
  notAccepted: 'Could not accept the suggestion',
  notRejected: 'Could not reject the suggestion',
  more: (count: number) =>
    count === 1
      ? 'Another suggestion changes this object.'
      : `${count} other suggestions change this object.`,
};

/** Suggestions of one object that are shown in its form; the others are on their pages. */
const SHOWN = 10;

interface Props {
  collection: string;
  /** Undefined for a new object. */
  id: string | undefined;
  schema: SchemaDefinition;
  parts: PartSchemas;
  sets: {
    /** The suggestions that change the object. */
    suggestions: readonly ListedChangeSet[];
    /** The draft or release that the form shows. */
    shown: FormSet | undefined;
  };
  inTurn: InTurn;
}

interface Suggestion {
  set: ListedChangeSet;
  compared: ComparedObject;
  /** Who suggests it, and when. */
  heading: string;
}

function headingOf({ title, author, changes = [] }: ListedChangeSet, user: SessionUser | null | undefined) {
  const ago = formatAgo(changes[0]?.at ?? '');
  if (isOwn(author, user)) return texts.byYou(ago);
  return author === undefined ? texts.titled(title, ago) : texts.by(actorWords(author), ago);
}

/** The suggestions beside what the form shows; one that was decided meanwhile is left out. */
function useSuggestions({ collection, id, sets }: Pick<Props, 'collection' | 'id' | 'sets'>): Suggestion[] {
  const user = useQuery(sessionQuery()).data?.user;
  const shown = id === undefined ? [] : sets.suggestions.slice(0, SHOWN);
  const answers: UseQueryResult<ComparedObject>[] = useQueries({
    queries: shown.map((set) => comparedQuery(set.id, collection, id ?? '', sets.shown?.id)),
  });
  return shown.flatMap((set, at) => {
    const { data: compared, isError } = answers[at] ?? {};
    return compared === undefined || isError ? [] : { set, compared, heading: headingOf(set, user) };
  });
}

interface Shown extends Props {
  suggestions: readonly Suggestion[];
}

const ShownSuggestions = createContext<Shown | undefined>(undefined);

/** The form in it shows below each field what is suggested for it. */
export function WithSuggestions({ children, ...props }: Props & { children: ReactNode }) {
  const suggestions = useSuggestions(props);
  return (
    <FieldNote value={suggestions.length === 0 ? undefined : FieldSuggestions}>
      <ShownSuggestions value={{ ...props, suggestions }}>{children}</ShownSuggestions>
    </FieldNote>
  );
}

/** The focus goes from a button that is gone to the field it was below. */
const stay = (name: string): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusField(name);
  });
};

function FieldSuggestions({ name }: { name: string }) {
  const shown = use(ShownSuggestions);
  if (shown?.id === undefined) return null;
  const { collection, id, schema, parts, inTurn } = shown;
  const into = shown.sets.shown;
  return shown.suggestions.map(({ set, compared, heading }) => {
    const change = compared.differences.find(({ property }) => property === name);
    return (
      change !== undefined &&
      compared.change === 'edit' && (
        <div key={set.id} className={classes.note}>
          <ComparedChange
            {...{ collection, id, schema, parts, into, inTurn, heading }}
            set={set.id}
            kind={set.kind}
            compared={change}
            onDone={() => stay(name)}
          />
        </div>
      )
    );
  });
}

/** What is suggested as a whole, with what can be done about it. */
export function SuggestionBanners(props: Props & { id: string; title: string }) {
  const suggestions = useSuggestions(props);
  const { sets, ...rest } = props;
  const more = sets.suggestions.length - SHOWN;
  return (
    <>
      {suggestions.map((suggestion) => (
        <SuggestionBanner key={suggestion.set.id} {...rest} {...{ suggestion }} into={sets.shown} />
      ))}
      {more > 0 && (
        <Alert color="gray">
          {texts.more(more)}{' '}
          <Anchor component={Link} to="/change-sets" size="sm">
            {t('Releases')}
          </Anchor>
        </Alert>
      )}
    </>
  );
}

interface BannerProps extends Omit<Props, 'sets'> {
  id: string;
  title: string;
  suggestion: Suggestion;
  into: FormSet | undefined;
}

/** Accepts and rejects all that is suggested for the object. */
function useDecision({ collection, id, suggestion, into, inTurn }: BannerProps, onClash: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { set } = suggestion;
  const deciding = (failed: string, work: () => Promise<void>) => async () => {
    setBusy(true);
    try {
      await inTurn(work);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onClash();
      notifyFailed(failed, error);
    } finally {
      setBusy(false);
    }
  };
  const accept = deciding(texts.notAccepted, () =>
    acceptChange(client, set.id, { collection, id }, { into, published: texts.accepted }),
  );
  const reject = deciding(texts.notRejected, async () => {
    const entry = await dropChange(client, set.id, { collection, id });
    if (entry === undefined) return;
    notifyUndo(texts.rejected, () => {
      restoreDropped(client, set.id, entry).catch((error: unknown) =>
        notifyFailed(t('Could not restore'), error),
      );
    });
  });
  return { busy, accept, reject };
}

function SuggestionBanner(props: BannerProps) {
  const { collection, id, title, schema, parts, into, inTurn, suggestion } = props;
  const { set, compared, heading } = suggestion;
  const [isOpen, setOpen] = useState(false);
  const { busy, accept, reject } = useDecision(props, () => setOpen(true));
  const names = useMemo(
    () =>
      changedByHand(
        compared.differences.map(({ property }) => property),
        schema,
      ),
    [compared, schema],
  );
  const isRemoved = compared.change === 'remove';
  const words = acceptWords(into);
  const what = isRemoved
    ? into
      ? texts.removeLater
      : texts.remove
    : names.length === 0
      ? into
        ? texts.noneIn
        : texts.none
      : texts.fields(changedLine(names, schema));
  return (
    <Alert
      color="gray"
      icon={<IconMessage2Question size={18} />}
      title={heading}
      role="status"
      data-testid="suggestion"
      classNames={{ title: classes.title ?? '' }}
    >
      <Group justify="space-between" gap="sm">
        <span className={classes.words}>
          {what} {set.reason !== undefined && set.reason !== '' && `“${set.reason}” `}
          <Anchor component={Link} to={`/change-sets/${encodeURIComponent(set.id)}`} size="sm">
            {texts.open}
          </Anchor>
        </span>
        <Group gap="xs">
          {!isRemoved && (
            <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
              {into ? texts.compareIn : texts.compare}
            </Button>
          )}
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void reject()}>
            {texts.reject}
          </Button>
          <Button
            size="compact-sm"
            color={isRemoved ? 'red' : 'spruce'}
            disabled={busy}
            onClick={() => void accept()}
          >
            {isRemoved ? words.remove : words.all}
          </Button>
        </Group>
      </Group>
      <CompareDialog
        {...{ collection, id, title, schema, parts, into, inTurn }}
        set={set.id}
        kind={set.kind}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </Alert>
  );
}
