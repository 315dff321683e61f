/** code: text kept to the byte. */
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { t } from '../../t';
import { placeholder, rows } from '../builder-settings';
import { SourceDifference } from '../differences';
import type { CellProps, FieldProps } from '../kind';
import { ControlWrapper, describedBy } from '../parts/ControlWrapper';
import { LazyCodeEditor } from '../parts/LazyCodeEditor';
import { plainSummary } from '../parts/TextCell';
import { flag, numberSetting, textSetting } from '../settings';
import { textKind } from '../text/text-kind';
import { asText } from '../text/text-value';
import { AdviceList } from './AdviceList';
import { useAssist } from './assist';

function CodeField({
  control,
  labelId,
  definition,
  value,
  onChange,
  readOnly,
  required,
  placeholder,
  invalid,
}: FieldProps) {
  const assist = useAssist(textSetting(definition, 'assist'));
  // Half a word is no mistake yet.
  const [settled] = useDebouncedValue(asText(value), 400);
  const advice = useMemo(() => assist?.advise(settled) ?? [], [assist, settled]);
  return (
    <ControlWrapper control={{ ...control, id: `${control.id}-code` }}>
      <LazyCodeEditor
        id={control.id}
        labelId={labelId}
        describedBy={describedBy({ ...control, id: `${control.id}-code` })}
        value={asText(value)}
        onChange={onChange}
        mode={textSetting(definition, 'mode') ?? 'html'}
        readOnly={readOnly || control.disabled}
        required={required}
        invalid={invalid}
        placeholder={placeholder}
        rows={numberSetting(definition, 'rows') ?? 10}
        lineNumbers={flag(definition, 'lineNumbers', true)}
        lineWrapping={flag(definition, 'lineWrapping', true)}
        tabSize={numberSetting(definition, 'tabSize') ?? 2}
        {...(assist && { extensions: assist.extensions })}
      />
      <AdviceList advice={advice} />
    </ControlWrapper>
  );
}

export function CodeCell({ value }: CellProps) {
  return (
    <Text size="xs" ff="monospace" truncate>
      {plainSummary(value).slice(0, 120)}
    </Text>
  );
}

export const code = textKind({
  Input: CodeField,
  Cell: CodeCell,
  Difference: SourceDifference,
  builder: {
    group: t('Text'),
    label: t('Code'),
    help: t('Source code, stored byte for byte.'),
    words: 'css javascript twig',
    settings: [
      placeholder,
      rows,
      {
        key: 'mode',
        place: 'settings',
        group: t('Behavior'),
        input: 'choice',
        label: t('Language'),
        choices: ['html', 'css', 'javascript', 'markdown', 'php', 'twig'].map((mode) => ({
          value: mode,
          label: mode,
        })),
      },
    ],
  },
  filter: 'long',
});
