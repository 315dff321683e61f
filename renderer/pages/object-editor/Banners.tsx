import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconBulb, IconFileAlert, IconGitMerge } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Role } from '#contract/access';
import type { ListedChange } from '#contract/change-sets';
import type { SchemaDefinition } from '#contract/schemas';
import { labelOf } from '../../fields/field-rules';
import { t } from '../../t';
import { useConflicts } from '../../ui/file-problems';
import { ROLE_LABELS } from '../../ui/role-labels';
import type { FormStore } from '../../unsaved/form-store';
import type { Place } from '../../unsaved/keeper';
import { isDirty } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';
import classes from './editor.module.css';

const suggestTexts = {
  suggested: {
    new: 'New, suggested by you',
    edit: 'Changed as you suggest',
    remove: 'You suggest to delete this',
  },
  withdraw: 'Withdraw suggestion',

  title: 'Your changes are suggestions',
  hint: (role: string) =>
    `They are not live until an editor publishes them. Images and files cannot be suggested. You are signed in as ${role}; an admin can change your role.`,
};

const mergedTexts = {
  title: 'Changes made elsewhere were merged into this form',
  fields: (labels: readonly string[]) =>
    labels.length > 5 ? `${labels.slice(0, 5).join(', ')} and ${labels.length - 5} more` : labels.join(', '),
  undo: 'Undo merge',
  dismiss: 'Dismiss',
};

const keptTexts = {
  browser: {
    title: 'Your unsaved changes are only kept in this browser',
    hint: 'The server could not keep them:',
  },
  page: {
    title: 'Your unsaved changes are only kept on this page',
    hint: 'Save them before you close it. Neither the server nor the browser could keep them:',
  },
};

const conflictTexts = {
  title: (count: number) =>
    count === 1 ? 'This object has a sync conflict' : `This object has ${count} sync conflicts`,
  hint: (paths: string) => `A sync tool created ${paths} next to the file of this object.`,
  show: 'Resolve',
};

interface BannerProps {
  color: string;
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}

/** One line of news about the object, with what can be done about it. */
function Banner({ color, icon, title, children, actions }: BannerProps) {
  return (
    <Alert
      color={color}
      icon={icon}
      title={title}
      role="status"
      // In the color of text, which is easier to read than the tint.
      classNames={{ title: classes.bannerTitle ?? '' }}
    >
      <Group justify="space-between" gap="sm">
        <span className={classes.kept}>{children}</span>
        <Group gap="xs">{actions}</Group>
      </Group>
    </Alert>
  );
}

interface OutsideProps {
  store: FormStore;
  onCreateAgain(): void;
  onClose(): void;
}

/** The object has changed, or is gone, in the folder. */
export function OutsideBanner({ store, onCreateAgain, onClose }: OutsideProps) {
  const outside = useFormState(store, (state) => state.outside?.kind);
  const dirty = useFormState(store, isDirty);
  if (outside === 'deleted') {
    return (
      <Banner
        color="red"
        icon={<IconFileAlert size={18} />}
        title={t('This object was deleted')}
        actions={
          <>
            <Button size="compact-sm" variant="default" onClick={onClose}>
              {t('Back to list')}
            </Button>
            <Button size="compact-sm" onClick={onCreateAgain}>
              {t('Create again')}
            </Button>
          </>
        }
      >
        {dirty
          ? t('You can save it again, including your unsaved changes.')
          : t('You can save it again as shown here.')}
      </Banner>
    );
  }
  if (outside !== 'changed') return null;
  return (
    <Banner
      color="yellow"
      icon={<IconAlertTriangle size={18} />}
      title={t('This object was changed elsewhere')}
      actions={
        <Button size="compact-sm" onClick={() => store.dispatch({ type: 'choiceAsked' })}>
          {t('Compare versions')}
        </Button>
      }
    >
      {t('Your unsaved changes are safe. Choose which version to keep before you save.')}
    </Banner>
  );
}

/** What others have changed was merged into the form. */
export function MergedBanner({ store, schema }: { store: FormStore; schema: SchemaDefinition }) {
  const merged = useFormState(store, (state) => state.merged);
  if (merged === undefined) return null;
  const labels = Object.keys(merged).map((name) => `“${labelOf(name, schema.properties[name])}”`);
  return (
    <Banner
      color="spruce"
      icon={<IconGitMerge size={18} />}
      title={mergedTexts.title}
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => store.dispatch({ type: 'unmerged' })}>
            {mergedTexts.undo}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => store.dispatch({ type: 'mergeSeen' })}>
            {mergedTexts.dismiss}
          </Button>
        </>
      }
    >
      {mergedTexts.fields(labels)}
    </Banner>
  );
}

/** A sync tool has left other versions of the object beside its file. */
export function ConflictsBanner({ collection, id }: { collection: string; id: string | undefined }) {
  const copies = useConflicts(collection).get(id ?? '') ?? [];
  if (copies.length === 0) return null;
  return (
    <Banner
      color="yellow"
      icon={<IconAlertTriangle size={18} />}
      title={conflictTexts.title(copies.length)}
      actions={
        <Button
          component={Link}
          to={`/conflicts/${encodeURIComponent(copies[0]?.id ?? '')}`}
          size="compact-sm"
          variant="default"
        >
          {conflictTexts.show}
        </Button>
      }
    >
      {conflictTexts.hint(copies.map(({ path }) => path).join(', '))}
    </Banner>
  );
}

/** A save that did not get through. */
export function FailureBanner({ store, onRetry }: { store: FormStore; onRetry(): void }) {
  const failure = useFormState(store, (state) => state.failure);
  const refused = useFormState(store, (state) => Object.keys(state.errors).length > 0);
  if (failure === undefined || refused) return null;
  return (
    <Banner
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={t('Not saved')}
      actions={
        <Button size="compact-sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {failure.message} {t('Your changes are kept on this page.')}
      {failure.requestId !== undefined && t(` Request ID: ${failure.requestId}`)}
    </Banner>
  );
}

/** The unsaved changes could not be sent to the server. While nothing reaches it, the banner of the page says so already. */
export function NotOnServer({ place }: { place: Place }) {
  if (place.kept === 'server' || (place.unreachable && place.kept === 'browser')) return null;
  const where = place.kept === 'browser' ? keptTexts.browser : keptTexts.page;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} />}
      title={where.title}
      role="status"
      classNames={{ title: classes.bannerTitle ?? '' }}
    >
      {where.hint} {place.reason}
    </Alert>
  );
}

/** Tells users who may only suggest what becomes of their changes, and takes back what they suggest for this object. */
export function SuggestBanner({
  role,
  change,
  onWithdraw,
}: {
  role: Role;
  change: ListedChange | undefined;
  onWithdraw(): void;
}) {
  return (
    <Alert
      color={change === undefined ? 'gray' : 'yellow'}
      icon={<IconBulb size={18} />}
      title={change === undefined ? suggestTexts.title : suggestTexts.suggested[change.change]}
      role="status"
      classNames={{ title: classes.bannerTitle ?? '' }}
    >
      <Group justify="space-between" gap="sm">
        <span className={classes.kept}>{suggestTexts.hint(ROLE_LABELS[role])}</span>
        {change !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onWithdraw}>
            {suggestTexts.withdraw}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
