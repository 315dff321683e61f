/** The body of a request: JSON in an editor, or a file with the fields of its form. */
import { FileInput, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import type { Operation } from '../../api/openapi';
import { LazyCodeEditor } from '../../fields/parts/LazyCodeEditor';
import { formFields, isForm } from './try-request';
import type { TryControl } from './useTry';

const texts = {
  body: 'Body',
  type: 'Content type',
  none: 'No body',
  file: 'File',
  choose: 'Choose a file…',
  unset: '–',
};

export function BodyInput({ operation, tried }: { operation: Operation; tried: TryControl }) {
  const id = useId();
  const { input, problems } = tried;
  const { bodies, bodyRequired } = operation;
  const content = bodies.find(({ type }) => type === input.type);
  const form = content && isForm(content.type) ? formFields(content) : undefined;
  return (
    <Stack gap="sm">
      {(bodies.length > 1 || !bodyRequired) && (
        <NativeSelect
          label={texts.type}
          data={[
            ...(bodyRequired ? [] : [{ value: '', label: texts.none }]),
            ...bodies.map(({ type }) => ({ value: type, label: type })),
          ]}
          value={input.type}
          onChange={(event) => tried.setType(event.currentTarget.value)}
        />
      )}
      {form && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          <FileInput
            label={`${texts.file} (${form.file})`}
            placeholder={texts.choose}
            value={tried.file ?? null}
            onChange={tried.setFile}
            error={problems.file}
            withAsterisk
          />
          {form.flags.map((name) => (
            <NativeSelect
              key={name}
              label={name}
              data={[{ value: '', label: texts.unset }, 'true', 'false']}
              value={input.fields[name] ?? ''}
              onChange={(event) => tried.setField(name, event.currentTarget.value)}
            />
          ))}
        </SimpleGrid>
      )}
      {content && !form && (
        <div>
          <Text size="sm" fw={500} mb={4} id={`${id}-label`}>
            {texts.body}
          </Text>
          <LazyCodeEditor
            id={id}
            labelId={`${id}-label`}
            describedBy={problems.body === undefined ? undefined : `${id}-error`}
            value={input.body}
            onChange={tried.setBody}
            mode="json"
            readOnly={false}
            invalid={problems.body !== undefined}
            rows={5}
            maxRows={18}
          />
          {problems.body !== undefined && (
            <Text id={`${id}-error`} size="xs" c="var(--mantine-color-error)" mt={4}>
              {problems.body}
            </Text>
          )}
        </div>
      )}
    </Stack>
  );
}
