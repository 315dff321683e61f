/** A chosen file: create or change, and which column is which property. */
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { SheetFormat } from '#contract/sheets';
import { schemaQuery } from '../../api/queries';
import { ErrorState } from '../../ui/ErrorState';
import { formatBytes } from '../../ui/format';
import { Waiting } from '../../ui/Waiting';
import type { ChosenFile } from './chosen-file';
import { UnreadableFile, withHeader } from './csv-head';
import { MappingTable } from './MappingTable';
import { guessMapping, lacking, targetsOf } from './mapping';
import { SheetFormatChoice } from './SheetFormatChoice';
import { sentFormat, sheetOf, toldBy } from './sheet-format';
import type { Subject } from './subject';
import type { ImportFileRequest } from './useImport';

const texts = {
  other: 'Choose another file',
  mode: 'Import mode',
  create: (plural: string) => `Create new ${plural}`,
  createHint: 'Rows with an existing ID are skipped.',
  update: (plural: string) => `Update existing ${plural}`,
  updateHint: 'Rows are matched by ID; rows with a new ID are skipped. An empty cell clears the property.',
  replaceHint:
    'Objects with the same ID are replaced, and the old ones go to the trash. New objects are created.',
  check: 'Check file',
};

interface Props {
  subject: Subject;
  chosen: Exclude<ChosenFile, { format: 'template' }>;
  onOther: () => void;
  onCheck: (request: ImportFileRequest) => void;
}

export function ImportSetup(props: Props) {
  const schema = useQuery(schemaQuery(props.subject.id));
  if (schema.data) return <Setup {...props} schema={schema.data} />;
  if (schema.isError) return <ErrorState error={schema.error} retry={() => void schema.refetch()} />;
  return <Waiting shape="form" />;
}

function Setup({ subject, chosen, schema, onOther, onCheck }: Props & { schema: SchemaDefinition }) {
  const [update, setUpdate] = useState(false);
  const [sheet, setSheet] = useState(chosen.format === 'csv' ? chosen.sheet : undefined);
  const [written, setWritten] = useState<SheetFormat>({});
  const [problem, setProblem] = useState<string>();
  const head = sheet?.head;
  const targets = head ? targetsOf(schema, head.header) : [];
  const [mapping, setMapping] = useState(() => (head ? guessMapping(head.header, targets) : []));
  const { file, format } = chosen;
  const told = useMemo(
    () => head && toldBy(head, mapping, targetsOf(schema, head.header)),
    [head, mapping, schema],
  );
  const write = (next: SheetFormat) => {
    setProblem(undefined);
    const same = next.encoding === written.encoding && next.separator === written.separator;
    if (chosen.format !== 'csv' || same) return setWritten(next);
    try {
      const read = sheetOf(file, chosen.bytes, next);
      setSheet(read);
      setWritten(next);
      setMapping(guessMapping(read.head.header, targetsOf(schema, read.head.header)));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setProblem(error.message);
    }
  };
  const blind = head !== undefined && update && lacking(mapping, targets, true).length > 0;
  const check = () => {
    if (!sheet || !told) return onCheck({ format, update, file });
    const { separator } = written;
    const sent = { separator, ...sentFormat(written, told) };
    onCheck({ format, update, file: withHeader(sheet.content, sheet.head, mapping), written: sent });
  };
  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Group gap={8} wrap="nowrap" miw={0}>
          <IconFile size={18} stroke={1.6} aria-hidden style={{ flex: 'none' }} />
          <Text size="sm" className="truncate" title={file.name}>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
            {formatBytes(file.size)}
          </Text>
        </Group>
        <Button variant="subtle" size="compact-sm" flex="none" onClick={onOther}>
          {texts.other}
        </Button>
      </Group>
      <Radio.Group
        label={texts.mode}
        value={update ? 'update' : 'create'}
        onChange={(next) => setUpdate(next === 'update')}
      >
        <Stack gap={8} mt={6}>
          <Radio value="create" label={texts.create(subject.plural)} description={texts.createHint} />
          <Radio
            value="update"
            label={texts.update(subject.plural)}
            description={format === 'zip' ? texts.replaceHint : texts.updateHint}
          />
        </Stack>
      </Radio.Group>
      {sheet && told && <SheetFormatChoice {...{ sheet, told, problem }} chosen={written} onChange={write} />}
      {head && (
        <MappingTable head={head} targets={targets} value={mapping} update={update} onChange={setMapping} />
      )}
      <Group justify="flex-end">
        <Button onClick={check} disabled={blind}>
          {texts.check}
        </Button>
      </Group>
    </Stack>
  );
}
