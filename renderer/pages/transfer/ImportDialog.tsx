/** Objects from a file: what it would do is shown before anything is written. */
import { Alert, Button, Checkbox, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ImportAnswer } from '#contract/transfer';
import { ApiError } from '../../api/client';
import { counted, formatNumber, plural } from '../../ui/format';
import { type ChosenFile, chooseFile } from './chosen-file';
import { FileDrop } from './FileDrop';
import { ImportReport } from './ImportReport';
import { ImportSetup } from './ImportSetup';
import type { Subject } from './subject';
import { canUndo, type ImportControl, type ImportFileRequest, useImport } from './useImport';

const texts = {
  title: (name: string) => `Import into “${name}”`,
  live: 'What is imported is live at once. It does not go into the shared draft.',
  hint: 'A CSV or JSON file with objects, or an exported archive (ZIP). You see a preview before anything is written.',
  template:
    'This file contains a template or a single object, not a list of objects. To import a template, go to “Import and export”.',
  failed: 'Could not import this file',
  checking: 'Checking the file…',
  importing: 'Importing…',
  cancelling: 'Rolling back…',
  cancelled: 'Import cancelled. Nothing was imported.',
  tooLate: 'The import finished before it could be cancelled. This is what is left to import.',
  progress: (done: number, of: number) => `${formatNumber(done)} of ${formatNumber(of)} created`,
  nothing: 'Nothing to import: no row has any changes.',
  refusedAll: 'No row can be imported. Fix the file and choose it again.',
  sound: (sound: string, failed: string) => `Import ${sound} and skip ${failed}`,
  refused: (count: number) => plural(count, '# rejected row', '# rejected rows'),
  apply: (what: string) => `Import ${what}`,
  cancel: 'Cancel',
  back: 'Back',
  close: 'Close',
  another: 'Import another file',
  undo: (what: string) => `Undo: move ${what} to trash`,
  undone: 'The created objects were moved to the trash.',
  undoLater: 'Changes to existing objects can be undone afterwards, also later under Activity.',
};

interface Props {
  subject: Subject;
  opened: boolean;
  onClose: () => void;
}

export function ImportDialog({ subject, opened, onClose }: Props) {
  const control = useImport(subject.id);
  const busy = control.state.step === 'importing' || control.state.step === 'cancelling';
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.title(subject.name)}
      size="xl"
      closeOnClickOutside={control.state.step === 'choose'}
      closeOnEscape={!busy}
      withCloseButton={!busy}
      onExitTransitionEnd={control.back}
    >
      <ImportSteps subject={subject} control={control} onClose={onClose} />
    </Modal>
  );
}

function ImportSteps({
  subject,
  control,
  onClose,
}: {
  subject: Subject;
  control: ImportControl;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [problem, setProblem] = useState<Error>();
  const [request, setRequest] = useState<ImportFileRequest>();
  const { state } = control;
  const error = problem ?? control.error;

  const choose = async (file: File) => {
    control.back();
    setProblem(undefined);
    setChosen(undefined);
    try {
      const next = await chooseFile(file);
      if (next.format === 'template') setProblem(new Error(texts.template));
      else setChosen(next);
    } catch (failure) {
      setProblem(failure instanceof Error ? failure : new Error(String(failure)));
    }
  };
  const again = () => {
    setChosen(undefined);
    setProblem(undefined);
    control.back();
  };

  return (
    <Stack gap="md">
      {error && <Failure error={error} />}
      {subject.view.set !== undefined && <Alert color="yellow">{texts.live}</Alert>}
      {state.step === 'choose' && chosen === undefined && (
        <FileDrop hint={texts.hint} accept=".csv,.tsv,.txt,.json,.zip" onFile={(file) => void choose(file)} />
      )}
      {chosen !== undefined && chosen.format !== 'template' && (
        // It keeps its mapping while the check is looked at.
        <div hidden={state.step !== 'choose'}>
          <ImportSetup
            key={`${chosen.file.name} ${chosen.file.lastModified}`}
            subject={subject}
            chosen={chosen}
            onOther={again}
            onCheck={(next) => {
              setRequest(next);
              void control.check(next);
            }}
          />
        </div>
      )}
      {state.step === 'checking' && (
        <Working label={texts.checking} action={{ label: texts.cancel, run: control.cancel }} />
      )}
      {state.step === 'checked' && request && (
        <Checked {...{ subject, request, control }} answer={state.answer} cancelled={state.cancelled} />
      )}
      {state.step === 'importing' && (
        <Working
          label={state.of === undefined ? texts.importing : texts.progress(state.done, state.of)}
          value={state.of ? (state.done / state.of) * 100 : undefined}
          action={{ label: texts.cancel, run: control.cancelImport }}
        />
      )}
      {state.step === 'cancelling' && <Working label={texts.cancelling} />}
      {state.step === 'done' && request && (
        <Done
          {...{ subject, request, control, onClose }}
          answer={state.answer}
          undone={state.undone}
          onAgain={again}
        />
      )}
    </Stack>
  );
}

interface DoneProps {
  subject: Subject;
  request: ImportFileRequest;
  control: ImportControl;
  answer: ImportAnswer;
  undone: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** What an import has done, and what can be done next. */
function Done({ subject, request, control, answer, undone, onAgain, onClose }: DoneProps) {
  return (
    <>
      <ImportReport answer={answer} collection={subject.id} update={request.update} undone={undone} />
      {undone && (
        <Alert color="gray" role="note">
          {texts.undone}
        </Alert>
      )}
      {answer.updated > 0 && (
        <Text size="xs" c="dimmed">
          {texts.undoLater}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {canUndo(answer) && !undone && (
          <Button variant="light" color="red" mr="auto" onClick={() => void control.undo(answer)}>
            {texts.undo(counted(answer.created, subject.singular, subject.plural))}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {texts.another}
        </Button>
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </>
  );
}

/** Why a file was refused whole; details name its columns. */
function Failure({ error }: { error: Error }) {
  const details = error instanceof ApiError ? Object.entries(error.details) : [];
  return (
    <Alert color="red" title={texts.failed} role="alert">
      {error.message}
      {details.map(([name, messages]) => (
        <div key={name}>
          {name}: {messages.join(' ')}
        </div>
      ))}
    </Alert>
  );
}

function Working({
  label,
  value,
  action,
}: {
  label: string;
  value?: number | undefined;
  action?: { label: string; run: () => void };
}) {
  return (
    <Stack gap={8} py="lg">
      <Progress
        value={value ?? 100}
        animated={value === undefined}
        striped={value === undefined}
        aria-label={label}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="tabular">
          {label}
        </Text>
        {action && (
          <Button variant="default" size="compact-sm" onClick={action.run}>
            {action.label}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The result of the check. Rejected rows stop the import until the user confirms importing only the others. */
function Checked({
  subject,
  request,
  control,
  answer,
  cancelled,
}: {
  subject: Subject;
  request: ImportFileRequest;
  control: ImportControl;
  answer: ImportAnswer;
  /** An import was cancelled: before it had done anything, or too late. */
  cancelled: boolean | undefined;
}) {
  const [agreed, setAgreed] = useState(false);
  const { import_count: count, failed } = answer;
  const what = counted(count, subject.singular, subject.plural);
  const none = count === 0;
  return (
    <>
      {cancelled !== undefined && (
        <Alert color={cancelled ? 'gray' : 'yellow'} role="note">
          {cancelled ? texts.cancelled : texts.tooLate}
        </Alert>
      )}
      <ImportReport answer={answer} collection={subject.id} update={request.update} />
      {none && (
        <Alert color={failed > 0 ? 'red' : 'gray'} role="note">
          {failed > 0 ? texts.refusedAll : texts.nothing}
        </Alert>
      )}
      {!none && failed > 0 && (
        <Checkbox
          label={texts.sound(what, texts.refused(failed))}
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={control.back}>
          {texts.back}
        </Button>
        {!none && (
          <Button disabled={failed > 0 && !agreed} onClick={() => void control.apply(request, answer)}>
            {texts.apply(what)}
          </Button>
        )}
      </Group>
    </>
  );
}
