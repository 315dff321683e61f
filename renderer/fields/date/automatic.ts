import type { PropertyOnWire } from '#contract/schemas';
import { t } from '../../t';
import type { FieldProps } from '../kind';
import { flag } from '../settings';

/** What Plinth itself does to a date, as a sentence; nothing when it is left to the author. */
export function automaticDate(definition: PropertyOnWire): string | undefined {
  if (flag(definition, 'onUpdate')) return t('Updated on every save');
  return flag(definition, 'onCreate') ? t('Set when the object is created') : undefined;
}

/** The text of an empty date: what will be filled in, if anything. */
export function placeholderOf({ definition, isNew, placeholder }: FieldProps): string | undefined {
  const { default: preset } = definition;
  return isNew && typeof preset === 'string' && preset !== '' ? t(`Default: ${preset}`) : placeholder;
}
