/** A collection as a file: archive, JSON, CSV or template. */
import { Button, Group, Modal, Radio, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WrittenFormat } from '#contract/sheets';
import { schemaQuery } from '../../api/queries';
import { useRights } from '../../ui/rights';
import { DownloadStatus } from './DownloadStatus';
import { ExtentChoice } from './ExtentChoice';
import { exportOf, FORMATS, type Format } from './export-request';
import { FieldPicker } from './FieldPicker';
import { exportFields } from './fields';
import { SetChoice } from './SetChoice';
import { choiceOf, type Extent, firstExtent, type Subject } from './subject';
import { useDownload } from './useDownload';
import { WrittenChoice } from './WrittenChoice';

const texts = {
  title: (name: string) => `Export “${name}”`,
  format: 'Format',
  formats: {
    zip: ['Archive', 'All objects with their files, as stored in the folder. Can be imported again.'],
    json: ['JSON', 'All objects with all properties as one JSON array. Can be imported again.'],
    csv: ['CSV', 'A table for spreadsheets. Can be imported again.'],
    template: [
      'Template',
      'Schema, settings and objects to start another folder from. Does not include files.',
    ],
  } satisfies Record<Format, readonly [string, string]>,
  whole: 'An archive always holds the whole collection.',
  choose: 'Select columns',
  columns: 'Columns',
  close: 'Close',
  save: 'Export',
};

interface Props {
  subject: Subject;
  opened: boolean;
  onClose: () => void;
}

export function ExportDialog({ subject, opened, onClose }: Props) {
  const control = useDownload();
  // Escape leaves what runs first, then the dialog.
  const leave = control.running ? control.cancel : onClose;
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={texts.title(subject.name)}
      size="lg"
      closeOnClickOutside={!control.running}
      onExitTransitionEnd={control.reset}
    >
      <ExportForm subject={subject} control={control} onClose={leave} />
    </Modal>
  );
}

interface CsvChoicesProps {
  written: WrittenFormat;
  setWritten: (written: WrittenFormat) => void;
  chooses: boolean;
  setChooses: (chooses: boolean) => void;
}

/** How a CSV file is written, and whether it has all columns. */
function CsvChoices({ written, setWritten, chooses, setChooses }: CsvChoicesProps) {
  return (
    <>
      <WrittenChoice value={written} onChange={setWritten} />
      <Switch
        label={texts.choose}
        checked={chooses}
        onChange={(event) => setChooses(event.currentTarget.checked)}
      />
    </>
  );
}

function ExportForm({
  subject,
  control,
  onClose,
}: {
  subject: Subject;
  control: ReturnType<typeof useDownload>;
  onClose: () => void;
}) {
  const { manages } = useRights();
  // Archives hold what only those see who manage the collection.
  const formats = FORMATS.filter((one) => manages || one !== 'zip');
  const [format, setFormat] = useState<Format>('json');
  const [extent, setExtent] = useState<Extent>(() => firstExtent(subject));
  const [set, setSet] = useState(subject.view.set);
  const [chooses, setChooses] = useState(false);
  const [written, setWritten] = useState<WrittenFormat>({});
  const { data: schema } = useQuery(schemaQuery(subject.id));
  const groups = schema ? exportFields(schema) : [];
  const names = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
  const [ticked, setTicked] = useState<ReadonlySet<string>>();
  const columns = ticked ?? new Set(names);
  // The server chooses single objects for a template by name only.
  const isLive = format === 'zip' || format === 'template';
  const meant = format === 'template' && extent === 'view' ? 'all' : extent;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields = chooses && columns.size < names.length ? [...columns] : undefined;
    const choice = choiceOf({ ...subject, view: { ...subject.view, set } }, meant);
    void control.start(exportOf(subject.id, format, choice, fields, written));
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <fieldset disabled={control.running} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
          <Stack gap="md">
            <Radio.Group
              label={texts.format}
              value={format}
              onChange={(next) => {
                const chosen = FORMATS.find((one) => one === next);
                if (chosen) setFormat(chosen);
                control.reset();
              }}
            >
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mt={6}>
                {formats.map((one) => (
                  <Radio
                    key={one}
                    value={one}
                    label={texts.formats[one][0]}
                    description={texts.formats[one][1]}
                  />
                ))}
              </SimpleGrid>
            </Radio.Group>
            {format === 'zip' ? (
              (subject.selected.size > 0 || firstExtent(subject) !== 'all') && (
                <Text size="sm" c="dimmed">
                  {texts.whole}
                </Text>
              )
            ) : (
              <ExtentChoice
                subject={subject}
                value={meant}
                onChange={setExtent}
                without={format === 'template' ? 'view' : undefined}
              />
            )}
            <SetChoice {...{ subject, isLive }} value={set} onChange={setSet} />
            {format === 'csv' && <CsvChoices {...{ written, setWritten, chooses, setChooses }} />}
            {format === 'csv' && chooses && (
              <FieldPicker
                label={texts.columns}
                groups={groups}
                value={columns}
                onChange={setTicked}
                fixed="id"
              />
            )}
          </Stack>
        </fieldset>
        <DownloadStatus control={control} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={control.running}>
            {texts.close}
          </Button>
          <Button type="submit" loading={control.running} leftSection={<IconDownload size={16} />}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
