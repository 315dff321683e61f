/** One setting: what it is, its input, and the way back to its default. */
import {
  ActionIcon,
  Badge,
  Group,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { SettingState, SettingValue } from '#contract/settings';
import classes from './settings.module.css';

const texts = {
  restart: 'Requires restart',
  reset: (label: string) => `Use the default for ${label}`,
  wrong: (problem: string) =>
    `Invalid value in the settings file: ${problem}. It is ignored until you fix it there or here.`,
  pending: 'The value in the settings file needs your approval. The default applies until then.',
  none: 'none',
  on: 'on',
  off: 'off',
};

interface Props {
  setting: SettingState;
  value: SettingValue;
  /** Whether the value is not saved yet. */
  edited: boolean;
  error: string | undefined;
  /** null takes it back to its default. */
  onChange: (value: SettingValue | null) => void;
}

/** How wide an input is: as wide as what is usually in it. */
const WIDTHS = { choice: 280, number: 280, text: 480, texts: 820 } as const;

/** A value in words: for the tooltip of the way back. */
function inWords(setting: SettingState): string {
  switch (setting.type) {
    case 'choice':
      return setting.choices.find(([value]) => value === setting.default)?.[1] ?? setting.default;
    case 'flag':
      return setting.default ? texts.on : texts.off;
    case 'texts':
      return setting.default.join(', ') || texts.none;
    case 'text':
      return setting.default || setting.empty || texts.none;
    case 'number':
      return `${setting.default}${setting.unit === undefined ? '' : ` ${setting.unit}`}`;
  }
}

const isDefault = ({ default: standard }: SettingState, value: SettingValue): boolean =>
  JSON.stringify(standard) === JSON.stringify(value);

export function SettingField({ setting, value, edited, error, onChange }: Props) {
  const id = useId();
  const standing = setting.problem === undefined ? undefined : texts.wrong(setting.problem);
  const problem = edited ? undefined : (standing ?? (setting.pending ? texts.pending : undefined));
  const label = setting.restart ? (
    <Group gap="xs" component="span" display="inline-flex">
      {setting.label}
      <Badge size="xs" variant="light" color="gray">
        {texts.restart}
      </Badge>
    </Group>
  ) : (
    setting.label
  );
  const reset = (!isDefault(setting, value) || problem !== undefined) && (
    <Tooltip label={`${texts.reset(setting.label)}: ${inWords(setting)}`} multiline maw={320}>
      <ActionIcon
        className={classes.reset}
        aria-label={texts.reset(setting.label)}
        onClick={() => {
          onChange(null);
          // The button goes with what it did; the focus stays with the setting.
          document.getElementById(id)?.focus();
        }}
      >
        <IconArrowBackUp size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
  const shared = { id, label, description: setting.help, error: error ?? problem };
  if (setting.type === 'flag') {
    return (
      <div className={classes.row}>
        <Switch
          {...shared}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {reset}
      </div>
    );
  }
  const inputContainer = (input: ReactNode) => (
    <div className={classes.row}>
      <div className={classes.input} style={{ maxWidth: WIDTHS[setting.type] }}>
        {input}
      </div>
      {reset}
    </div>
  );
  return inputOf(setting, value, { ...shared, inputContainer }, onChange);
}

interface Shared {
  id: string;
  label: ReactNode;
  description: string | undefined;
  error: string | undefined;
  inputContainer: (input: ReactNode) => ReactNode;
}

function inputOf(
  setting: Exclude<SettingState, { type: 'flag' }>,
  value: SettingValue,
  shared: Shared,
  onChange: Props['onChange'],
): ReactNode {
  switch (setting.type) {
    case 'choice':
      return (
        <Select
          {...shared}
          data={setting.choices.map(([choice, name]) => ({ value: choice, label: name }))}
          value={String(value)}
          onChange={onChange}
          allowDeselect={false}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={Number(value)}
          placeholder={String(setting.default)}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
          allowDecimal={setting.fraction === true}
          allowNegative={setting.minimum < 0}
          thousandSeparator=","
          suffix={setting.unit === undefined ? '' : ` ${setting.unit}`}
        />
      );
    case 'texts':
      return (
        <TagsInput
          {...shared}
          value={Array.isArray(value) ? [...value] : []}
          onChange={onChange}
          placeholder={setting.example}
          splitChars={[',', ' ']}
          acceptValueOnBlur
          clearable
        />
      );
    case 'text':
      return setting.format === 'zone' ? (
        <Select
          {...shared}
          data={Intl.supportedValuesOf('timeZone')}
          value={value === '' ? null : String(value)}
          onChange={(next) => onChange(next ?? '')}
          placeholder={setting.empty}
          searchable
          clearable
        />
      ) : (
        <TextInput
          {...shared}
          value={String(value)}
          placeholder={setting.empty}
          maxLength={setting.maxLength}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
