/** The properties of a schema: name, kind, and what is special about each. */
import { Anchor, Badge, Code, Group, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { isShown } from '../../fields';

const texts = {
  property: 'Property',
  kind: 'Type',
  traits: 'Details',
  required: 'required',
  indexed: 'indexed',
  unique: 'unique',
  hidden: 'hidden',
  from: 'from',
  default: (value: string) => `default ${value}`,
};

function Traits({
  name,
  definition,
  schema,
}: {
  name: string;
  definition: PropertyOnWire;
  schema: SchemaDefinition;
}) {
  const { default: preset } = definition;
  return (
    <Group gap={6}>
      {schema.requiredProperties.includes(name) && <Badge variant="light">{texts.required}</Badge>}
      {schema.index.includes(name) && <Badge variant="default">{texts.indexed}</Badge>}
      {definition.unique === true && <Badge variant="default">{texts.unique}</Badge>}
      {!isShown(definition) && <Badge variant="default">{texts.hidden}</Badge>}
      {preset !== undefined && preset !== null && preset !== '' && (
        <Badge variant="default">
          {texts.default(typeof preset === 'string' ? preset : JSON.stringify(preset))}
        </Badge>
      )}
      {definition.inheritedFrom !== undefined && (
        <Text size="xs" c="dimmed">
          {texts.from}{' '}
          <Anchor
            component={Link}
            to={`/schemas/${encodeURIComponent(definition.inheritedFrom)}`}
            inherit
            underline="always"
          >
            {definition.inheritedFrom}
          </Anchor>
        </Text>
      )}
    </Group>
  );
}

interface Props {
  schema: SchemaDefinition;
  labelOf: (name: string) => string;
}

export function PropertyTable({ schema, labelOf }: Props) {
  return (
    <Table.ScrollContainer
      minWidth={620}
      className="framed"
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table verticalSpacing={8} horizontalSpacing="md" styles={{ td: { verticalAlign: 'top' } }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.property}</Table.Th>
            <Table.Th>{texts.kind}</Table.Th>
            <Table.Th>{texts.traits}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(schema.properties).map(([name, definition]) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Text size="sm" fw={500}>
                  {labelOf(name)}
                </Text>
                <Text size="xs" c="dimmed" ff="monospace">
                  {name}
                </Text>
              </Table.Td>
              <Table.Td>
                <Code>{definition.writtenField ?? definition.field}</Code>
              </Table.Td>
              <Table.Td>
                <Traits name={name} definition={definition} schema={schema} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
