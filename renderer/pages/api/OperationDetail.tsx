/** What an operation takes and answers, and beside it the form to try it. */
import { Badge, Group, Stack, Table, Tabs, Text, Title } from '@mantine/core';
import type { ApiDescription, Caller, Content, Operation, ResponseShape } from '../../api/openapi';
import classes from './api.module.css';
import { Prose } from './Prose';
import { SchemaTree } from './SchemaTree';
import { type Resolve, shapeOf } from './schema-shape';
import { TryIt } from './TryIt';

const texts = {
  describe: 'Description',
  try: 'Try it',
  callers: {
    anyone: 'Public',
    key: 'Requires an API key or a session',
    owner: 'Requires an admin session',
  } satisfies Record<Caller, string>,
  parameters: 'Parameters',
  columns: ['Name', 'In', 'Type', 'Description'] as const,
  required: 'required',
  body: 'Body',
  optional: 'Optional.',
  answers: 'Responses',
  nothing: 'No body.',
  headers: (names: readonly string[]) => `Headers: ${names.join(', ')}`,
};

interface Props {
  api: ApiDescription;
  operation: Operation;
}

export function OperationDetail({ api, operation }: Props) {
  return (
    <div className={classes.detail}>
      <Group gap="xs" mb="sm">
        <Badge variant="default">{texts.callers[operation.caller]}</Badge>
        <Text size="xs" c="dimmed" ff="monospace" className={classes.breakable}>
          {operation.id}
        </Text>
      </Group>
      <Tabs defaultValue="describe" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="describe">{texts.describe}</Tabs.Tab>
          <Tabs.Tab value="try">{texts.try}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="describe" pt="md">
          <Description operation={operation} resolve={api.resolve} />
        </Tabs.Panel>
        <Tabs.Panel value="try" pt="md">
          <TryIt api={api} operation={operation} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Description({ operation, resolve }: { operation: Operation; resolve: Resolve }) {
  const { parameters, bodies, bodyRequired, responses } = operation;
  return (
    <Stack gap="lg">
      {parameters.length > 0 && (
        <section>
          <Title order={4} size="sm" mb={6}>
            {texts.parameters}
          </Title>
          <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table verticalSpacing={6} horizontalSpacing="sm" withTableBorder>
              <Table.Thead>
                <Table.Tr>
                  {texts.columns.map((name) => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {parameters.map(({ name, place, required, description, schema }) => {
                  const { type, rules } = shapeOf(schema, resolve);
                  return (
                    <Table.Tr key={`${place} ${name}`}>
                      <Table.Td ff="monospace">
                        {name}
                        {required && (
                          <Text size="xs" c="dimmed">
                            {texts.required}
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>{place}</Table.Td>
                      <Table.Td>{type}</Table.Td>
                      <Table.Td>
                        <Prose text={description} />
                        {rules.length > 0 && (
                          <Text size="xs" c="dimmed">
                            {rules.join(' · ')}
                          </Text>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </section>
      )}
      {bodies.length > 0 && (
        <section>
          <Title order={4} size="sm" mb={6}>
            {texts.body}
          </Title>
          {!bodyRequired && (
            <Text size="sm" c="dimmed">
              {texts.optional}
            </Text>
          )}
          <Contents contents={bodies} resolve={resolve} />
        </section>
      )}
      <section>
        <Title order={4} size="sm" mb={6}>
          {texts.answers}
        </Title>
        <Stack gap="sm">
          {responses.map((response) => (
            <Answer key={response.status} response={response} resolve={resolve} />
          ))}
        </Stack>
      </section>
    </Stack>
  );
}

function Answer({ response, resolve }: { response: ResponseShape; resolve: Resolve }) {
  const { status, description, contents, headers } = response;
  return (
    <div>
      <Group gap="xs">
        <Badge variant="light" color={/^[23]/.test(status) ? 'spruce' : 'gray'}>
          {status}
        </Badge>
        <Text size="sm">
          <Prose text={description} />
        </Text>
        {headers.length > 0 && (
          <Text size="xs" c="dimmed">
            {texts.headers(headers)}
          </Text>
        )}
      </Group>
      <Contents contents={contents} resolve={resolve} />
    </div>
  );
}

const Contents = ({ contents, resolve }: { contents: readonly Content[]; resolve: Resolve }) =>
  contents.map(({ type, schema }) => (
    <div key={type} className={classes.content}>
      <SchemaTree name={type} schema={schema} resolve={resolve} />
    </div>
  ));
