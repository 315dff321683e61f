import { ColorPicker, ColorSwatch, Popover, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../t';
import type { FieldProps } from '../kind';
import { flatOptions } from '../settings';
import classes from './color.module.css';
import { colorOf, oklchText } from './color-value';
import { hexOf } from './hex';

/** A colour to type in any CSS spelling, to pick, or to choose from the property's swatches. */
export function ColorField({
  control,
  definition,
  value,
  onChange,
  readOnly,
  required,
  placeholder,
  problem,
}: FieldProps) {
  const stored = hexOf(value);
  const [typed, setTyped] = useState<string>();
  const swatches = flatOptions(definition)
    .map((option) => hexOf(colorOf(String(option.value))))
    .filter((hex) => hex !== '');
  const locked = control.disabled || readOnly;

  function type(text: string) {
    setTyped(text);
    if (text.trim() === '') return onChange('');
    const color = colorOf(text);
    onChange(
      color ?? text,
      color === undefined ? t('is not a color; use #1d6a9c, rgb(…), hsl(…) or oklch(…)') : undefined,
    );
  }

  function pick(text: string) {
    const color = colorOf(text);
    setTyped(undefined);
    // The picker reports the colour it was given when it opens; only another one is a choice.
    if (color !== undefined && color.hex !== stored) onChange(color);
  }

  return (
    <TextInput
      {...control}
      value={typed ?? stored}
      readOnly={readOnly}
      aria-required={required || undefined}
      placeholder={placeholder ?? '#000000'}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      rightSectionWidth="auto"
      rightSectionPointerEvents="none"
      rightSection={
        <Text size="xs" c="dimmed" px={8} className={classes.oklch}>
          {problem === undefined ? oklchText(value) : ''}
        </Text>
      }
      leftSection={
        <Popover position="bottom-start" shadow="md" trapFocus disabled={locked}>
          <Popover.Target>
            <UnstyledButton aria-label={t('Pick a color')} disabled={locked} className={classes.swatch}>
              <ColorSwatch
                component="span"
                color={colorOf(stored) === undefined ? 'transparent' : stored}
                size={18}
                radius={4}
              />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown p="xs">
            <ColorPicker
              format="hex"
              value={colorOf(stored) === undefined ? '#888888' : stored}
              onChange={pick}
              swatches={swatches}
              swatchesPerRow={8}
              saturationLabel={t('Saturation and brightness')}
              hueLabel={t('Hue')}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
