import { type Bounds, fileRules } from '#contract/files';
import type { PropertyOnWire } from '#contract/schemas';
import { isJsonObject } from '#contract/values';
import { t } from '../../t';
import { formatBytes } from '../../ui/format';

const between = (bounds: Bounds | undefined, unit: string): string => {
  const { min, max } = bounds ?? {};
  if (min !== undefined && max !== undefined) return `${min}–${max} ${unit}`;
  if (max !== undefined) return t(`up to ${max} ${unit}`);
  return min === undefined ? '' : t(`at least ${min} ${unit}`);
};

const typeName = (mime: string) =>
  mime
    .replace(/^image\//, '')
    .replace(/^application\//, '')
    .replace('jpeg', 'JPEG')
    .toUpperCase();

/** What files of a property must be like, in words; undefined when anything goes. */
export function rulesHint(definition: PropertyOnWire): string | undefined {
  const rules = fileRules(isJsonObject(definition.settings) ? definition.settings : undefined);
  const { size, width, height, count, filetype, filename, orientation, aspectratio } = rules;
  const parts = [
    filetype?.map(typeName).join(', ') ?? '',
    size?.max === undefined ? '' : t(`up to ${formatBytes(size.max * 1024)}`),
    between(width, t('pixels wide')),
    between(height, t('pixels high')),
    orientation ?? '',
    aspectratio === undefined ? '' : `ratio ${aspectratio}`,
    filename === undefined ? '' : `named ${filename.join(' or ')}`,
    between(count, 'files'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** The types a chooser offers, by the rules; undefined for any. */
export const acceptedTypes = (definition: PropertyOnWire): string[] | undefined =>
  fileRules(isJsonObject(definition.settings) ? definition.settings : undefined).filetype;
