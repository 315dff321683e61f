/** Files in the folder that are no proper objects, and what to do about each. */
import { Alert, Code, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { damagedQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import classes from './Damaged.module.css';

const texts = {
  title: 'Damaged files',
  description:
    'Plinth found these files but cannot use them, or not wholly. It leaves them exactly as they are.',
  usable: 'The rest of this schema works.',
  none: 'All files are sound',
  noneHint: 'Every file in the folder could be read.',
  what: 'What to do',
  steps: [
    'Open the file in a text editor and mend what the reason names. Plinth notices the change by itself.',
    'Does a sync tool or version control hold an older copy? Bring that one back.',
    'Is the file of no use? Delete it in your file manager.',
  ],
  check: 'The command below lists all problems of a folder and mends the safe ones:',
  command: 'plinth check --data your-folder --fix',
};

export function Damaged() {
  const damaged = useQuery(damagedQuery());
  return (
    <Page title={texts.title} description={texts.description} narrow>
      {damaged.isPending && <Skeleton h={120} aria-busy="true" />}
      {damaged.isError && <ErrorState error={damaged.error} retry={() => void damaged.refetch()} />}
      {damaged.data?.length === 0 && (
        <Nothing icon={IconCircleCheck} title={texts.none} hint={texts.noneHint} />
      )}
      {damaged.data !== undefined && damaged.data.length > 0 && (
        <>
          <ul className={classes.files}>
            {damaged.data.map((file) => (
              <li key={`${file.collection}/${file.id}`} className={classes.file}>
                <Code className={classes.path}>
                  {file.collection}/{file.id}.json
                </Code>
                <Text size="sm">{file.reason}</Text>
                {file.usable && (
                  <Text size="xs" c="dimmed">
                    {texts.usable}
                  </Text>
                )}
              </li>
            ))}
          </ul>
          <Alert color="gray" variant="light" title={texts.what}>
            <Stack gap="xs">
              <List size="sm" spacing={4}>
                {texts.steps.map((step) => (
                  <List.Item key={step}>{step}</List.Item>
                ))}
              </List>
              <Text size="sm">{texts.check}</Text>
              <Code block>{texts.command}</Code>
            </Stack>
          </Alert>
        </>
      )}
    </Page>
  );
}
