/** The whole folder as a template definition. */
import { Button, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { statusQuery } from '../../api/queries';
import { templateAddress } from '../../api/transfer';
import { DownloadStatus } from './DownloadStatus';
import { templateFilename } from './template';
import classes from './transfer.module.css';
import { useDownload } from './useDownload';

const texts = {
  title: 'Export folder as a template',
  lead: 'Schemas, collections and objects in one JSON file, to start other folders from. Files and passwords are not included.',
  name: 'Name',
  description: 'Description',
  schemasOnly: 'Schemas only',
  save: 'Export folder',
};

export function TemplateExport() {
  const control = useDownload();
  const { data: status } = useQuery(statusQuery());
  const [name, setName] = useState<string>();
  const [description, setDescription] = useState('');
  const [schemasOnly, setSchemasOnly] = useState(false);
  const called = name ?? status?.folderName ?? '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parts = { name: called, description, schemasOnly };
    void control.start({ address: templateAddress(parts), filename: templateFilename(called) });
  };
  return (
    <form className={classes.card} onSubmit={submit}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text size="sm" c="dimmed">
            {texts.lead}
          </Text>
        </div>
        <TextInput
          label={texts.name}
          value={called}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
        />
        <TextInput
          label={texts.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          maxLength={1000}
        />
        <Switch
          label={texts.schemasOnly}
          checked={schemasOnly}
          onChange={(event) => setSchemasOnly(event.currentTarget.checked)}
        />
        <DownloadStatus control={control} />
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={control.running}
            leftSection={<IconDownload size={16} />}
          >
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
