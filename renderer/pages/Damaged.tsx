/** Files in the folder that are no proper objects, and what to do about each. */
import { Alert, Code, List, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DamagedFile } from '#contract/objects';
import { damagedQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
import { damagedIn } from '../ui/file-problems';
import { counted } from '../ui/format';
import { groupBy } from '../ui/group-by';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import classes from './Damaged.module.css';

const texts = {
  description: 'Plinth does not modify these files.',
  none: 'No damaged files',
  noneHint: 'All files in the folder are readable.',
  what: 'How to fix',
  damaged: 'Unreadable files',
  damagedHint: 'Plinth found these files but cannot read them, or only in part.',
  usable: 'The rest of this schema still works.',
  damagedSteps: [
    'Open the file in a text editor and fix the reported problem. Plinth detects the change automatically.',
    'If a sync tool or version control has an older revision, restore it.',
    'If you don’t need the file, delete it in your file manager.',
  ],
  check: 'This command lists all problems in a folder and repairs those it can repair safely:',
  command: 'plinth check --data your-folder --fix',
};

export function Damaged() {
  const { data, isPending, isError, error, refetch } = useQuery(damagedQuery());
  const damaged = data ? damagedIn(data) : [];
  return (
    <Page description={texts.description} narrow>
      {isPending && <Waiting shape="list" />}
      {isError && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && damaged.length === 0 && (
        <Nothing icon={IconCircleCheck} title={texts.none} hint={texts.noneHint} />
      )}
      {damaged.length > 0 && (
        <Section title={texts.damaged} hint={texts.damagedHint} steps={texts.damagedSteps} check>
          <DamagedFiles files={damaged} />
        </Section>
      )}
    </Page>
  );
}

interface SectionProps {
  title: string;
  hint?: string;
  steps: readonly string[];
  /** Names the command that looks at the whole folder. */
  check?: boolean;
  children: React.ReactNode;
}

function Section({ title, hint, steps, check = false, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {children}
      <Alert color="gray" variant="light" title={texts.what}>
        <Stack gap="xs">
          <List size="sm" spacing={4}>
            {steps.map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
          {check && (
            <>
              <Text size="sm">{texts.check}</Text>
              <Code block>{texts.command}</Code>
            </>
          )}
        </Stack>
      </Alert>
    </section>
  );
}

/** The files of one collection, with its name and their number. */
function Files({ name, count, children }: { name: string; count: number; children: React.ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {name} · {counted(count, 'file', 'files')}
      </Text>
      <ul className={classes.files}>{children}</ul>
    </div>
  );
}

function DamagedFiles({ files }: { files: readonly DamagedFile[] }) {
  return [...groupBy(files, ({ collection }) => collection)].map(([collection, those]) => (
    <Files key={collection} name={collection} count={those.length}>
      {those.map((file) => (
        <li key={file.id} className={classes.file}>
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
    </Files>
  ));
}
