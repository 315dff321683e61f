/** Chosen fields of chosen objects as a table: on the screen, as a file, as an address for programs. */
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { WrittenFormat } from '#contract/sheets';
import type { ReportField } from '#contract/transfer';
import { curlOf } from '../../api/curl';
import { schemaQuery, statusQuery } from '../../api/queries';
import { reportAddress, reportFieldsQuery } from '../../api/transfer';
import { declaredKind } from '../../fields';
import { ErrorState } from '../../ui/ErrorState';
import { Snippet } from '../../ui/Snippet';
import { Waiting } from '../../ui/Waiting';
import { DownloadStatus } from './DownloadStatus';
import { FieldPicker } from './FieldPicker';
import { reportGroups } from './fields';
import { PreviewTable } from './PreviewTable';
import { ReportObjects } from './ReportObjects';
import { FORMATS, type Format, firstFields, reportDownload } from './report-request';
import type { Subject } from './subject';
import { useDownload } from './useDownload';
import { useReportChoice } from './useReportChoice';
import { WrittenChoice } from './WrittenChoice';

const texts = {
  title: (name: string) => `Report on “${name}”`,
  fields: 'Fields',
  none: 'Select at least one field.',
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON', html: 'HTML' } satisfies Record<Format, string>,
  request: 'Use this report from code',
  curl: 'the curl command of this report',
  page: 'The HTML page is generated from the JSON report.',
  close: 'Close',
  save: 'Download',
};

interface Props {
  subject: Subject;
  opened: boolean;
  onClose: () => void;
}

export function ReportDialog({ subject, opened, onClose }: Props) {
  const control = useDownload();
  const leave = control.running ? control.cancel : onClose;
  const schema = useQuery(schemaQuery(subject.id));
  const fields = useQuery(reportFieldsQuery(subject.id));
  const error = schema.error ?? fields.error;
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={texts.title(subject.name)}
      size="xl"
      closeOnClickOutside={!control.running}
      onExitTransitionEnd={control.reset}
    >
      {schema.data && fields.data ? (
        <ReportForm {...{ subject, control }} schema={schema.data} fields={fields.data} onClose={leave} />
      ) : error ? (
        <ErrorState error={error} retry={() => void Promise.all([schema.refetch(), fields.refetch()])} />
      ) : (
        <Waiting shape="table" />
      )}
    </Modal>
  );
}

interface FormProps {
  subject: Subject;
  control: ReturnType<typeof useDownload>;
  schema: SchemaDefinition;
  fields: readonly ReportField[];
  onClose: () => void;
}

function ReportForm({ subject, control, schema, fields, onClose }: FormProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => firstFields(schema, fields));
  const [format, setFormat] = useState<Format>('csv');
  const [written, setWritten] = useState<WrittenFormat>({});
  const chosen = useReportChoice(subject, schema);
  const { data: status } = useQuery(statusQuery());
  const columns = fields.filter(({ name }) => ticked.has(name));
  const names = columns.map(({ name }) => name);
  const decks = new Set(
    Object.entries(schema.properties).flatMap(([name, definition]) =>
      declaredKind(definition)?.parts === 'many' ? [name] : [],
    ),
  );
  const empty = names.length === 0;
  const [shown] = useDebouncedValue(
    empty ? undefined : reportAddress(subject.id, 'json', chosen.choice, names),
    250,
  );
  const request = { subject, format, choice: chosen.choice, written, columns, decks };
  const { address, filename } = reportDownload(request);
  const origin = status?.url.replace(/\/$/, '') ?? window.location.origin;
  const output = format === 'html' ? filename.replace(/html$/, 'json') : filename;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!empty) void control.start(reportDownload(request));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FieldPicker
          label={texts.fields}
          groups={reportGroups(fields, schema, subject.singular)}
          value={ticked}
          onChange={setTicked}
          error={empty ? texts.none : undefined}
        />
        <ReportObjects subject={subject} schema={schema} chosen={chosen} />
        <PreviewTable {...{ subject, columns, decks }} address={empty ? undefined : shown} />
        <Stack gap="xs">
          <SegmentedControl
            aria-label={texts.format}
            data={FORMATS.map((one) => ({ value: one, label: texts.formats[one] }))}
            value={format}
            onChange={(next) => {
              setFormat(next);
              control.reset();
            }}
          />
          {format === 'csv' && (
            <WrittenChoice
              value={written}
              onChange={(next) => {
                setWritten(next);
                control.reset();
              }}
            />
          )}
        </Stack>
        {!empty && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              {texts.request}
            </Text>
            <Snippet
              name={texts.curl}
              code={curlOf({ method: 'GET', url: origin + address, headers: {}, output })}
            />
            {format === 'html' && (
              <Text size="xs" c="dimmed" mt={4}>
                {texts.page}
              </Text>
            )}
          </div>
        )}
        <DownloadStatus control={control} />
        <Group justify="flex-end" gap="xs" className="dialog-foot">
          <Button variant="default" onClick={onClose} disabled={control.running}>
            {texts.close}
          </Button>
          <Button
            type="submit"
            loading={control.running}
            disabled={empty}
            leftSection={<IconDownload size={16} />}
          >
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
