/** A site that is added as it was found out, or whose commands are changed. */
import {
  Alert,
  Button,
  Group,
  Modal,
  NumberInput,
  Radio,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  DEPLOY_TOOLS,
  deployCommand,
  type KnownSite,
  NO_SITE,
  type SiteProposal,
  type SiteSettings,
} from '#contract/sites';
import { problemsOf } from '../../api/client';
import { textsInLanguage } from '../../api/read-error';
import { findSites, saveSite } from '../../api/sites';
import { useAnnounce } from '../../ui/Announcer';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { notifyDone, notifyFailed } from '../../ui/notify';
import classes from './sites.module.css';

const texts = {
  add: 'Add site',
  change: (name: string) => `Edit ${name}`,
  save: 'Save',
  found: 'Found beside the folder',
  foundLabel: (name: string, generator: string) => `${name} (${generator})`,
  directory: 'Directory of the project',
  directoryHint: 'A full path on this machine, outside the data folder.',
  look: 'Detect',
  unknown: 'No site generator was recognized there. Fill in the commands yourself.',
  recognized: (generator: string) => `Recognized: ${generator}`,
  name: 'Name',
  build: 'Build command',
  buildHint: 'Run by a shell in the directory, as it is.',
  output: 'Folder of the built pages',
  outputHint: 'Below the directory, e.g. dist',
  tool: 'Upload with',
  toolHint: 'Fills in the command below. Replace the words in capitals.',
  own: 'Own command',
  deploy: 'Upload command',
  deployHint: 'Run after a build that succeeded. Sign in with the tool in a terminal first.',
  address: 'Address of the site',
  addressHint: 'e.g. https://example.org',
  develop: 'Command of the development server',
  port: 'Port of the development server',
  portHint: 'For one that does not print its address; 0 if unknown',
  assets: 'Write images and files beside the built pages',
  assetsHint: 'Off if the build command runs plinth exec --assets.',
  automations: 'Automations can publish this site',
  saved: (name: string) => `${name} saved.`,
  failed: 'Could not save the site',
  notFound: 'Could not look at the directory',
};

interface Props {
  opened: boolean;
  /** Absent: a new one. */
  site: KnownSite | undefined;
  onClose: () => void;
}

export function SiteDialog({ opened, site, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={site ? texts.change(site.name) : texts.add} size="lg">
      <SiteForm key={site?.id ?? 'new'} site={site} onClose={onClose} />
    </Modal>
  );
}

type Edit = (change: Partial<SiteSettings>) => void;

function SiteForm({ site, onClose }: Omit<Props, 'opened'>) {
  const client = useQueryClient();
  const [values, setValues] = useState<SiteSettings>(site ?? NO_SITE);
  const [found, setFound] = useState<SiteProposal>();
  const edit: Edit = (change) => setValues((before) => ({ ...before, ...change }));
  const take = (proposal: SiteProposal) => {
    setFound(proposal);
    const { generator: _, notes: _notes, ...settings } = proposal;
    setValues(settings);
  };
  const save = useMutation({
    mutationFn: () => saveSite(client, site?.id, settingsOf(values)),
    onSuccess: ({ name }) => {
      notifyDone(texts.saved(name));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormFailure title={texts.failed} error={save.error} />
        {!site && <Beside chosen={found} onChoose={take} />}
        <Project
          values={values}
          edit={edit}
          found={found}
          onFind={site ? undefined : take}
          error={save.error}
        />
        <Commands values={values} edit={edit} error={save.error} />
        <DialogFoot onCancel={onClose} submit={site ? texts.save : texts.add} busy={save.isPending} />
      </Stack>
    </form>
  );
}

/** Without what is no setting, such as the id. */
const settingsOf = (values: SiteSettings): SiteSettings => {
  const { name, directory, develop, build, deploy, output, address, port, assets, automations } = values;
  return { name, directory, develop, build, deploy, output, address, port, assets, automations };
};

function Beside({
  chosen,
  onChoose,
}: {
  chosen: SiteProposal | undefined;
  onChoose: (one: SiteProposal) => void;
}) {
  const { data: proposals = [] } = useQuery({
    queryKey: ['sites', 'found'],
    queryFn: () => findSites(),
    refetchOnMount: 'always',
  });
  if (proposals.length === 0) return null;
  return (
    <Radio.Group
      label={texts.found}
      value={chosen?.directory ?? ''}
      onChange={(directory) => {
        const proposal = proposals.find((one) => one.directory === directory);
        if (proposal) onChoose(proposal);
      }}
    >
      <Stack gap="xs" mt={8}>
        {proposals.map(({ name, generator, directory }) => (
          <Radio
            key={directory}
            value={directory}
            label={texts.foundLabel(name, generator)}
            description={directory}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface PartProps {
  values: SiteSettings;
  edit: Edit;
  error: Error | null;
}

interface ProjectProps extends PartProps {
  found: SiteProposal | undefined;
  onFind: ((one: SiteProposal) => void) | undefined;
}

function Project({ values, edit, error, found, onFind }: ProjectProps) {
  const announce = useAnnounce();
  const [isUnknown, setUnknown] = useState(false);
  const look = useMutation({
    mutationFn: () => findSites(values.directory),
    onSuccess: ([proposal]) => {
      setUnknown(!proposal);
      if (proposal) onFind?.(proposal);
      announce(proposal ? texts.recognized(proposal.generator) : texts.unknown);
    },
    onError: (failure) => notifyFailed(texts.notFound, failure),
  });
  const problems = problemsOf(error);
  const isOfFound = found?.directory === values.directory;
  return (
    <>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          label={texts.directory}
          description={texts.directoryHint}
          flex="1 1 auto"
          value={values.directory}
          error={problems.directory?.join(' ')}
          onChange={({ currentTarget }) => edit({ directory: currentTarget.value })}
          autoComplete="off"
          required
          data-autofocus
        />
        {onFind && (
          <Button
            variant="default"
            flex="none"
            loading={look.isPending}
            disabled={values.directory === ''}
            onClick={() => look.mutate()}
          >
            {texts.look}
          </Button>
        )}
      </Group>
      {isUnknown && !isOfFound && <Text size="sm">{texts.unknown}</Text>}
      {isOfFound && <Text size="sm">{texts.recognized(found.generator)}</Text>}
      {isOfFound && <Notes notes={found.notes} />}
      <TextInput
        label={texts.name}
        value={values.name}
        error={problems.name?.join(' ')}
        onChange={({ currentTarget }) => edit({ name: currentTarget.value })}
        autoComplete="off"
        required
      />
    </>
  );
}

/** What has to be done first. */
function Notes({ notes }: Pick<SiteProposal, 'notes'>) {
  const { data = [] } = useQuery({
    queryKey: ['sites', 'notes', notes],
    queryFn: () =>
      textsInLanguage(
        notes.map(({ message }) => message),
        notes,
      ),
    enabled: notes.length > 0,
  });
  if (data.length === 0) return null;
  return <Alert color="orange">{data.join(' ')}</Alert>;
}

function Commands({ values, edit, error }: PartProps) {
  const problems = problemsOf(error);
  const text = (
    name: 'build' | 'output' | 'deploy' | 'address' | 'develop',
    label: string,
    hint?: string,
  ) => (
    <TextInput
      label={label}
      description={hint}
      value={values[name]}
      error={problems[name]?.join(' ')}
      onChange={({ currentTarget }) => edit({ [name]: currentTarget.value })}
      classNames={{ error: classes.path ?? '' }}
      autoComplete="off"
      spellCheck={false}
    />
  );
  const tool = DEPLOY_TOOLS.find((one) => deployCommand(one, values.output) === values.deploy);
  return (
    <>
      {text('build', texts.build, texts.buildHint)}
      {text('output', texts.output, texts.outputHint)}
      <Select
        label={texts.tool}
        description={texts.toolHint}
        data={DEPLOY_TOOLS.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={texts.own}
        value={tool?.id ?? null}
        onChange={(id) => {
          const chosen = DEPLOY_TOOLS.find((one) => one.id === id);
          if (chosen) edit({ deploy: deployCommand(chosen, values.output || 'dist') });
        }}
      />
      {text('deploy', texts.deploy, texts.deployHint)}
      {text('address', texts.address, texts.addressHint)}
      <Switch
        label={texts.assets}
        description={texts.assetsHint}
        checked={values.assets}
        error={problems.assets?.join(' ')}
        onChange={({ currentTarget }) => edit({ assets: currentTarget.checked })}
      />
      {text('develop', texts.develop)}
      <NumberInput
        label={texts.port}
        description={texts.portHint}
        min={0}
        max={65_535}
        allowDecimal={false}
        value={values.port}
        error={problems.port?.join(' ')}
        onChange={(port) => edit({ port: Number(port) })}
      />
      <Switch
        label={texts.automations}
        checked={values.automations}
        onChange={({ currentTarget }) => edit({ automations: currentTarget.checked })}
      />
    </>
  );
}
