/** The control of one parameter of `/imageworks`, by the form its values have. */
import { Autocomplete, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { IMAGE_FITS, type ImageParameter } from '#contract/imageworks';
import { t } from '../../t';
import { problemOf } from './derivative-url';

const LABELS: Readonly<Record<string, string>> = {
  w: t('Width, pixels'),
  h: t('Height, pixels'),
  fit: t('Fit'),
  quality: t('Quality'),
  dpr: t('Pixel density'),
  or: t('Rotate'),
  flip: t('Flip'),
  brightness: t('Brightness'),
  contrast: t('Contrast'),
  gamma: t('Gamma'),
  sharpen: t('Sharpen'),
  blur: t('Blur'),
  pixel: t('Pixelate'),
  grayscale: t('Grayscale'),
  sepia: t('Sepia'),
  bg: t('Background'),
  border: t('Border'),
};

interface Props {
  row: ImageParameter;
  value: string;
  onChange(value: string): void;
}

export function ParameterInput({ row, value, onChange }: Props) {
  const shared = { label: LABELS[row.name] ?? row.name, title: row.description, size: 'xs' } as const;
  switch (row.form) {
    case 'boolean':
      return (
        <Switch
          {...shared}
          // Level with the inputs beside it, below their labels.
          style={{ alignSelf: 'end' }}
          mb={6}
          checked={value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={[...row.choices]}
          value={value === '' ? (row.default ?? null) : value}
          clearable={row.default === undefined}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'pattern': {
      const shown = { ...shared, value, onChange, error: problemOf(row, value) };
      if (row.name === 'fit') {
        return <Autocomplete {...shown} data={[...IMAGE_FITS]} placeholder={row.default ?? ''} />;
      }
      return (
        <TextInput
          {...shown}
          placeholder={row.example}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      );
    }
    default:
      return (
        <NumberInput
          {...shared}
          value={value}
          min={row.minimum}
          max={row.maximum}
          step={row.form === 'number' ? 0.1 : 1}
          allowDecimal={row.form === 'number'}
          placeholder={row.default ?? ''}
          error={problemOf(row, value)}
          onChange={(next) => onChange(String(next))}
        />
      );
  }
}
