import { Checkbox, Group, Radio, Text, UnstyledButton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { t } from '../../t';
import type { FieldProps } from '../kind';
import { GroupControl } from '../parts/ControlWrapper';
import { flag, numberSetting } from '../settings';
import { choiceGroups, storedOf, textsOf } from './choice';
import classes from './choice.module.css';
import { useChoices } from './useChoices';

/** `fieldGrid` puts the choices in columns, `fieldColumns` says how many; without it they flow. */
function columnsOf({ definition }: FieldProps): CSSProperties | undefined {
  const columns = numberSetting(definition, 'fieldColumns');
  if (columns === undefined && !flag(definition, 'fieldGrid')) return undefined;
  const smallest = columns === undefined ? '11rem' : `max(8rem, calc(100% / ${Math.max(1, columns)} - 1rem))`;
  return { display: 'grid', gridTemplateColumns: `repeat(auto-fill, minmax(${smallest}, 1fr))` };
}

export function RadioField(props: FieldProps) {
  const { control, value, onChange, readOnly, required, labelId } = props;
  const { definition, missing } = useChoices(props);
  const [chosen] = textsOf(value);
  const style = columnsOf(props);
  return (
    <GroupControl control={control} role="radiogroup" labelId={labelId} required={required}>
      {choiceGroups(definition, chosen === undefined ? [] : [chosen], missing).map(({ group, items }) => (
        <div key={group}>
          {group !== '' && <Text className={classes.legend}>{group}</Text>}
          <div className={classes.choices} style={style}>
            {items.map((item) => (
              <Radio
                key={item.value}
                name={control.id}
                value={item.value}
                label={item.label}
                checked={item.value === chosen}
                disabled={control.disabled || readOnly}
                onChange={() => onChange(storedOf(definition, item.value))}
              />
            ))}
          </div>
        </div>
      ))}
      {chosen !== undefined &&
        !required &&
        !readOnly &&
        !control.disabled &&
        flag(definition, 'clearValue', true) && (
          <UnstyledButton className={classes.action} onClick={() => onChange('')}>
            {t('Clear selection')}
          </UnstyledButton>
        )}
    </GroupControl>
  );
}

export function MultiCheckboxField(props: FieldProps) {
  const { control, value, onChange, readOnly, labelId } = props;
  const { definition, missing } = useChoices(props);
  const chosen = textsOf(value);
  const groups = choiceGroups(definition, chosen, missing);
  const all = groups.flatMap(({ items }) => items.map((item) => item.value));
  const style = columnsOf(props);
  // Kept in the order of the options, so that ticking and unticking leaves no trace.
  const choose = (texts: readonly string[]) =>
    onChange(all.filter((text) => texts.includes(text)).map((text) => storedOf(definition, text)));
  const locked = control.disabled || readOnly;
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      {groups.map(({ group, items }) => (
        <div key={group}>
          {group !== '' && <Text className={classes.legend}>{group}</Text>}
          <div className={classes.choices} style={style}>
            {items.map((item) => (
              <Checkbox
                key={item.value}
                label={item.label}
                checked={chosen.includes(item.value)}
                disabled={locked}
                onChange={(event) =>
                  choose(
                    event.currentTarget.checked
                      ? [...chosen, item.value]
                      : chosen.filter((text) => text !== item.value),
                  )
                }
              />
            ))}
          </div>
        </div>
      ))}
      {!locked && flag(definition, 'toggleAll', true) && all.length > 2 && (
        <Group gap="md">
          <UnstyledButton
            className={classes.action}
            onClick={() => choose(chosen.length === all.length ? [] : all)}
          >
            {chosen.length === all.length ? t('Clear all') : t('Select all')}
          </UnstyledButton>
        </Group>
      )}
    </GroupControl>
  );
}
