/** What came back: status, time, headers, body. */
import { Badge, CopyButton, Group, Stack, Tabs, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import { LazyCodeEditor } from '../../fields/parts/LazyCodeEditor';
import { formatBytes } from '../../ui/format';
import type { TriedAnswer } from './answer';
import classes from './api.module.css';

const texts = {
  region: 'Response',
  time: (milliseconds: number) =>
    milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`,
  body: 'Body',
  headers: (count: number) => `Headers (${count})`,
  bodyOf: 'Response body',
  empty: 'The response has no body.',
  binary: (size: string) => `The response contains ${size} of binary data. Use curl to download it.`,
  cut: (size: string) => `Only the first ${size} are shown. Use curl to get the whole response.`,
  copy: 'Copy body',
  copied: 'Copied',
};

const colorOf = (status: number) => (status < 300 ? 'spruce' : status < 400 ? 'blue' : 'red');

export function AnswerView({ answer }: { answer: TriedAnswer }) {
  const { status, statusText, milliseconds, headers, text, mode, size, cut } = answer;
  const id = useId();
  return (
    <section aria-label={texts.region} className={classes.answer}>
      <Stack gap="xs">
        <Group gap="sm">
          <Badge size="lg" variant="light" color={colorOf(status)}>
            {`${status} ${statusText}`.trim()}
          </Badge>
          <Text size="sm" c="dimmed" className="tabular">
            {texts.time(milliseconds)} · {formatBytes(size)}
          </Text>
          {text !== undefined && text !== '' && (
            <CopyButton value={text} timeout={1600}>
              {({ copied, copy }) => (
                <Tooltip label={copied ? texts.copied : texts.copy}>
                  <UnstyledButton className={classes.copy} onClick={copy} aria-label={texts.copy}>
                    {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
                  </UnstyledButton>
                </Tooltip>
              )}
            </CopyButton>
          )}
        </Group>
        <Tabs defaultValue="body" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="body">{texts.body}</Tabs.Tab>
            <Tabs.Tab value="headers">{texts.headers(headers.length)}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="body" pt="xs">
            {size === 0 && (
              <Text size="sm" c="dimmed">
                {texts.empty}
              </Text>
            )}
            {text === undefined && size > 0 && <Text size="sm">{texts.binary(formatBytes(size))}</Text>}
            {text !== undefined && size > 0 && (
              <>
                <span id={`${id}-label`} hidden>
                  {texts.bodyOf}
                </span>
                <LazyCodeEditor
                  id={id}
                  labelId={`${id}-label`}
                  describedBy={undefined}
                  value={text}
                  onChange={() => undefined}
                  mode={mode}
                  readOnly
                  invalid={false}
                  rows={4}
                  maxRows={24}
                />
              </>
            )}
            {cut && text !== undefined && (
              <Text size="xs" c="dimmed" mt={4}>
                {texts.cut(formatBytes(size))}
              </Text>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="headers" pt="xs">
            <dl className={classes.headers}>
              {headers.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </section>
  );
}
