/** A form for the request of an operation, the request as text, and its answer. */
import { Alert, Button, Group, SimpleGrid, Stack, Tabs } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { curlOf, fetchOf } from '../../api/curl';
import type { ApiDescription, Operation, Parameter } from '../../api/openapi';
import { collectionsQuery, schemasQuery } from '../../api/queries';
import { confirmDanger } from '../../ui/confirm';
import { Snippet } from '../../ui/Snippet';
import { AnswerView } from './AnswerView';
import classes from './api.module.css';
import { BodyInput } from './BodyInput';
import { ParameterInput } from './ParameterInput';
import { isRisky, pathOf, sentRequest, valueKey } from './try-request';
import { useTry } from './useTry';

const texts = {
  send: 'Send',
  cancel: 'Cancel',
  curl: 'curl',
  fetch: 'fetch',
  curlName: 'the curl command of this request',
  fetchName: 'the JavaScript of this request',
  ask: (method: string) => `Send this ${method} request?`,
  warning: (address: string) => `${address} changes the content of this folder immediately.`,
  confirm: 'Send request',
  failed: 'No response',
  missing: 'Fix the highlighted fields.',
};

export function TryIt({ api, operation }: { api: ApiDescription; operation: Operation }) {
  const tried = useTry(api, operation);
  const { input, problems } = tried;
  const { data: collections = [] } = useQuery(collectionsQuery());
  const { data: schemas = [] } = useQuery(schemasQuery());
  const request = sentRequest(operation, input, api.url, tried.file?.name);

  const knownOf = ({ name, place }: Parameter): string[] => {
    if (place !== 'path') return [];
    if (name === 'collection') return collections.map((item) => item.name);
    return name === 'schema' ? schemas.map((item) => item.name) : [];
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tried.check()) return;
    if (!isRisky(operation)) return void tried.send();
    confirmDanger({
      title: texts.ask(operation.method),
      message: texts.warning(decodeURIComponent(pathOf(operation, input))),
      confirm: texts.confirm,
      onConfirm: () => void tried.send(),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {operation.parameters.length > 0 && (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
            {operation.parameters.map((parameter) => {
              const key = valueKey(parameter);
              return (
                <ParameterInput
                  key={key}
                  parameter={parameter}
                  value={input.values[key] ?? ''}
                  error={problems[key]}
                  resolve={api.resolve}
                  known={knownOf(parameter)}
                  onChange={(value) => tried.setValue(key, value)}
                />
              );
            })}
          </SimpleGrid>
        )}
        {operation.bodies.length > 0 && <BodyInput operation={operation} tried={tried} />}
        <Tabs defaultValue="curl" keepMounted={false} className={classes.answer}>
          <Tabs.List>
            <Tabs.Tab value="curl">{texts.curl}</Tabs.Tab>
            <Tabs.Tab value="fetch">{texts.fetch}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="curl" pt="xs">
            <Snippet name={texts.curlName} code={curlOf(request)} />
          </Tabs.Panel>
          <Tabs.Panel value="fetch" pt="xs">
            <Snippet name={texts.fetchName} code={fetchOf(request)} />
          </Tabs.Panel>
        </Tabs>
        <Group gap="sm">
          <Button
            type="submit"
            loading={tried.sending}
            leftSection={<IconSend2 size={16} />}
            color={operation.method === 'DELETE' ? 'red' : undefined}
          >
            {texts.send}
          </Button>
          {tried.sending && (
            <Button variant="default" onClick={tried.cancel}>
              {texts.cancel}
            </Button>
          )}
        </Group>
        {Object.keys(problems).length > 0 && (
          <Alert color="red" role="alert">
            {texts.missing}
          </Alert>
        )}
        {tried.error && (
          <Alert color="red" title={texts.failed} role="alert">
            {tried.error.message}
          </Alert>
        )}
        {tried.answer && <AnswerView answer={tried.answer} />}
      </Stack>
    </form>
  );
}
