/** code: text kept to the byte. */

import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
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
import classes from './advice.module.css';
import type { Advice, Assist } from './assist-types';

/** Help while code is written, by the name a property's `settings.assist` gives. */
const ASSISTS: Readonly<Record<string, () => Promise<{ assist: Assist }>>> = {
  automation: () => import('./automation/assist'),
};

/** The help of this name once it is fetched; undefined for none. */
function useAssist(name: string | undefined): Assist | undefined {
  const [assist, setAssist] = useState<Assist>();
  useEffect(() => {
    const load = name !== undefined && Object.hasOwn(ASSISTS, name) ? ASSISTS[name] : undefined;
    let wanted = true;
    load?.().then(
      (found) => wanted && setAssist(found.assist),
      // Code can be written without help.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return assist;
}

/** Advice about the code as text, for users who cannot see the marks in the editor. */
const texts = {
  label: 'Problems and hints',
  line: (line: number) => `Line ${line}`,
  kinds: { error: 'Will not run', warning: 'Warning', info: 'Note' },
};

const ICONS = { error: IconAlertCircle, warning: IconAlertTriangle, info: IconInfoCircle };

/** Most pieces of advice; the first ones are mended first. */
const MOST = 5;

function AdviceList({ advice }: { advice: readonly Advice[] }) {
  if (advice.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={texts.label}>
      {advice.slice(0, MOST).map(({ line, from, severity, message }) => {
        const Icon = ICONS[severity];
        return (
          <li key={`${from} ${message}`} data-severity={severity}>
            <Icon size={16} stroke={1.7} aria-hidden className={classes.icon} />
            <Text size="sm" component="span">
              <b>{texts.kinds[severity]}</b> · {texts.line(line)}: {message}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}

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
