/** What a property's definition says about its place in the form. */
import type { PropertyOnWire } from '#contract/schemas';
import { t } from '../t';
import { automaticDate } from './date/automatic';
import { flag, setting, textSetting } from './settings';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The label of a property; its name in words where it has none. */
export function labelOf(name: string, definition: PropertyOnWire | undefined): string {
  const label = text(definition?.label);
  if (label !== undefined) return label;
  if (name === 'id') return 'ID';
  const words = name.replace(/[_-]+/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Help below the field, HTML. */
export function helpOf(definition: PropertyOnWire): string | undefined {
  return text(definition.help) ?? textSetting(definition, 'help');
}

export function placeholderOf(definition: PropertyOnWire): string | undefined {
  return text(definition.placeholder) ?? textSetting(definition, 'placeholder');
}

/** Why a field takes no edits, as a sentence; `undefined` when it does. */
export function lockOf(definition: PropertyOnWire, isNew: boolean): string | undefined {
  const formula = textSetting(definition, 'calc');
  if (formula !== undefined) return t(`Calculated on every save: ${formula}`);
  const automatic = automaticDate(definition);
  if (automatic !== undefined) return `${automatic}.`;
  if (flag(definition, 'readonly')) return t('Read-only.');
  return flag(definition, 'lockOnEdit') && !isNew
    ? t('Cannot be changed once the object is created.')
    : undefined;
}

/** Whether the form marks the field as required: the schema's rule, or the form's own. */
export function isRequired(definition: PropertyOnWire): boolean {
  return definition.required || setting(definition, 'required') === true;
}
