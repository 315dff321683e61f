import { Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { NamesSetting } from '../../../fields/builder-settings';
import type { InputProps } from './input-props';

const texts = {
  list: (label: string) => `${label}: one per line`,
  strange: 'This setting is not a list of names. Edit it in the JSON.',
};

/** No list, an empty one, or names as lines. What is typed stays as it is typed until the field is left. */
export function NamesInput({
  names,
  value,
  error,
  onChange,
  ...shared
}: InputProps & { names: NamesSetting }) {
  const [typed, setTyped] = useState<string>();
  const listed = Array.isArray(value) ? value : [];
  const strange =
    value !== undefined && (!Array.isArray(value) || listed.some((one) => typeof one !== 'string'));
  const lines = listed.map(String);
  const chosen =
    value === undefined ? 'usual' : lines.length === 0 && typed === undefined ? 'none' : 'listed';
  const choose = (next: string | null) => {
    setTyped(undefined);
    onChange(next === 'listed' ? [...names.start] : next === 'none' ? [] : undefined);
  };
  const wrong = lines.map((line) => names.problem(line)).find((problem) => problem !== undefined);
  const problem = strange ? texts.strange : (wrong ?? error);
  return (
    <Stack gap={4}>
      <Select
        {...shared}
        data={[
          { value: 'usual', label: names.usual },
          { value: 'listed', label: names.listed },
          { value: 'none', label: names.none },
        ]}
        value={chosen}
        allowDeselect={false}
        error={chosen === 'listed' && !strange ? undefined : problem}
        onChange={choose}
      />
      {chosen === 'listed' && !strange && (
        <Textarea
          size="xs"
          aria-label={texts.list(shared.label)}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          autoCapitalize="off"
          value={typed ?? lines.join('\n')}
          error={problem}
          onBlur={() => setTyped(undefined)}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            const entered = text.split('\n').map((line) => names.nameIn(line.trim()));
            onChange([...new Set(entered.filter((name) => name !== ''))]);
          }}
        />
      )}
    </Stack>
  );
}
