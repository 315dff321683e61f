import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, type ReactNode, use, useCallback, useMemo } from 'react';
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { visibilityOf, visibilityRule } from '#contract/visibility';
import { isOldValue, kindOf } from '../fields';
import { asStored } from '../fields/as-stored';
import { helpOf, isRequired, labelOf, lockOf, placeholderOf } from '../fields/field-rules';
import { controlId, pathIn, useForm } from '../fields/form-context';
import type { ControlProps, DrawnKind, FieldProps } from '../fields/kind';
import { flag, textSetting } from '../fields/settings';
import { own, sameJson } from '../json';
import { t } from '../t';
import type { FormStore } from '../unsaved/form-store';
import { messagesAt, ownMessagesAt, warningsAt } from '../unsaved/read-form';
import { sameTexts, useFormState, useFormValue } from '../unsaved/useFormState';
import { FieldHelp } from './FieldHelp';
import { FieldMenu } from './FieldMenu';
import classes from './field.module.css';
import { FieldNote } from './field-note';
import { HelpText } from './HelpText';
import { OldValue } from './OldValue';

interface Props {
  name: string;
  definition: PropertyOnWire;
  look?: FieldProps['look'];
  onEnter?: FieldProps['onEnter'];
}

/** A message below a field starts with a capital letter, whatever the server's sentence does. */
const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

/** What breaks rules in the stored value, help of the property, and why the field takes no edits. */
function descriptionOf(
  label: string,
  warnings: readonly string[],
  help: string | undefined,
  lock: string | undefined,
): ReactNode {
  const hasHelp = help !== undefined || lock !== undefined;
  if (warnings.length === 0 && !hasHelp) return undefined;
  return (
    <>
      {warnings.map((message) => (
        <div key={message} className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{sentence(message)}</span>
        </div>
      ))}
      {hasHelp && (
        <FieldHelp label={label}>
          {help !== undefined && <HelpText html={help} />}
          {help !== undefined && lock !== undefined && ' '}
          {lock}
        </FieldHelp>
      )}
    </>
  );
}

/** Puts an edit of the property into the form. */
function useEdit(store: FormStore, name: string, definition: PropertyOnWire) {
  return useCallback(
    (next: JsonValue, reason?: string) => {
      const stored = own(store.get().base, name);
      const left = asStored(definition, next, stored);
      // What is stored is no edit, so that there is no reason to keep it from being one.
      const back = sameJson(left, stored ?? null);
      store.dispatch({
        type: 'edited',
        property: name,
        value: left,
        ...(reason === undefined || back ? {} : { problem: reason }),
      });
    },
    [store, name, definition],
  );
}

interface HeadProps {
  id: string;
  name: string;
  label: string;
  required: boolean;
  dirty: boolean;
  kind: DrawnKind;
}

/** The label, the marks of a required and an edited field, and the field's menu. */
function FieldHead({ id, name, label, required, dirty, kind }: HeadProps) {
  const labelId = `${id}-label`;
  const text = (
    <>
      {label}
      {required && (
        <span className={classes.required} title={t('Required')}>
          <span aria-hidden="true"> *</span>
        </span>
      )}
    </>
  );
  return (
    <div className={classes.head}>
      {kind.group ? (
        <span id={labelId} className={classes.label}>
          {text}
        </span>
      ) : (
        <label id={labelId} htmlFor={id} className={classes.label}>
          {text}
        </label>
      )}
      {dirty && (
        <span className={classes.dirty} title={t('Not saved yet')}>
          <span className={classes.said}>{t(', not saved yet')}</span>
        </span>
      )}
      <FieldMenu name={name} label={label} dirty={dirty} sensitive={kind.sensitive ?? false} />
    </div>
  );
}

/** Label, help, messages and state round one control. It re-renders only when its own property changes. */
export const FieldFrame = memo(function FieldFrame({ name, definition, look, onEnter }: Props) {
  const form = useForm();
  const { store } = form;
  const Note = use(FieldNote);
  const rule = useMemo(() => visibilityRule(definition.settings), [definition]);
  const value = useFormValue(store, name);
  const watched = useFormValue(store, rule?.watch);
  // Messages about the inside of a card or a deck are shown there, at its field.
  const saidAt = kindOf(definition).parts ? ownMessagesAt : messagesAt;
  const messages = useFormState(store, (state) => saidAt(state, name), sameTexts);
  const ownOnly = saidAt === ownMessagesAt;
  const warnings = useFormState(store, (state) => warningsAt(state, name, ownOnly), sameTexts);
  const problem = useFormState(store, (state) => state.problems[name]);
  const dirty = useFormState(store, (state) => Object.hasOwn(state.edits, name));
  const isNew = useFormState(store, (state) => state.isNew);
  const onChange = useEdit(store, name, definition);

  const visibility = visibilityOf(rule, watched);
  if (visibility === 'hidden') return null;

  // The same for each value: a control that gave way to another would lose the focus with the first letter.
  const kind = kindOf(definition);
  const isOther = isOldValue(definition, value);
  const id = controlId(pathIn(form, name));
  const labelId = `${id}-label`;
  const label = labelOf(name, definition);
  const required = isRequired(definition);
  const lock = lockOf(definition, isNew);
  const help = helpOf(definition);
  const invalid = messages.length > 0;
  const control: ControlProps = {
    id,
    description: descriptionOf(label, invalid ? [] : warnings, help, lock),
    error: invalid ? messages.map((message) => <div key={message}>{sentence(message)}</div>) : undefined,
    inputWrapperOrder: ['input', 'error', 'description'],
    descriptionProps: { component: 'div' },
    errorProps: { component: 'div' },
    disabled: form.locked || visibility === 'disabled' || flag(definition, 'disabled'),
  };
  return (
    <div
      id={`${id}-field`}
      className={[classes.field, textSetting(definition, 'class') ?? ''].join(' ').trim()}
      data-property={pathIn(form, name)}
      data-dirty={dirty || undefined}
      data-invalid={invalid || undefined}
      data-look={look}
    >
      <FieldHead {...{ id, name, label, required, dirty, kind }} />
      {isOther && (
        <OldValue
          value={value}
          labelId={labelId}
          sensitive={kind.sensitive ?? false}
          locked={control.disabled || lock !== undefined}
          onRemove={() => onChange(null)}
        />
      )}
      <kind.Input
        control={control}
        labelId={labelId}
        name={name}
        definition={definition}
        value={isOther ? undefined : value}
        onChange={onChange}
        problem={problem}
        readOnly={lock !== undefined}
        required={required}
        invalid={invalid}
        isNew={isNew}
        placeholder={placeholderOf(definition) ?? (look === 'title' ? label : undefined)}
        look={look}
        onEnter={onEnter}
      />
      {Note !== undefined && form.path === '' && <Note name={name} />}
    </div>
  );
});
