/** Several values that are typed. What stands unfinished in the input counts as well, so that nothing typed is lost. */

import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import { VALUE_SEPARATOR } from '#contract/criteria';

interface Props extends Omit<TagsInputProps, 'value' | 'onChange'> {
  values: readonly string[];
  onChange: (values: string[]) => void;
}

export function WordsValue({ values, onChange, ...shared }: Props) {
  const [tags, setTags] = useState<string[]>([...values]);
  const [typed, setTyped] = useState('');
  const tell = (nextTags: readonly string[], nextTyped: string) =>
    onChange([...nextTags, nextTyped.trim()].filter((one) => one !== ''));
  return (
    <TagsInput
      {...shared}
      splitChars={[VALUE_SEPARATOR, ',']}
      acceptValueOnBlur={false}
      value={tags}
      onChange={(next) => {
        const whole = next.map((one) => one.trim()).filter((one) => one !== '');
        setTags(whole);
        tell(whole, '');
      }}
      searchValue={typed}
      onSearchChange={(next) => {
        setTyped(next);
        tell(tags, next);
      }}
    />
  );
}
