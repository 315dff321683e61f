/** What lies over a page: dialogs, banners, messages. */
import { Button, Notification, Text, Tooltip } from '@mantine/core';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile';
import { ConnectionBanner } from '../../ui/ConnectionBanner';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { LeaveDialog } from '../../ui/LeaveDialog';
import { OnceDialog } from '../../ui/OnceDialog';
import { OnceOpened } from '../../ui/OnceOpened';
import { ReadOnlyBanner } from '../../ui/ReadOnlyBanner';
import { Specimen } from './Specimen';
import { nothing, samples } from './samples';

const { name, long, sentence, save } = samples;

const blocker: Parameters<typeof LeaveDialog>[0]['blocker'] = {
  state: 'blocked',
  location: { pathname: '/', search: '', hash: '', state: undefined, key: '', mask: undefined },
  proceed: nothing,
  reset: nothing,
};

export function Over() {
  return (
    <>
      <Specimen of={['ConnectionBanner']} boxed>
        <ConnectionBanner />
      </Specimen>
      <Specimen of={['ReadOnlyBanner']} boxed>
        <ReadOnlyBanner />
      </Specimen>
      <Specimen of={['Notification', 'Tooltip']}>
        {(['spruce', 'red', 'orange', 'gray'] as const).map((color) => (
          <Notification key={color} color={color} title={name}>
            {sentence}
          </Notification>
        ))}
        <Tooltip label={name}>
          <Button variant="default">{save}</Button>
        </Tooltip>
      </Specimen>
      <Specimen of={['LeaveDialog']} boxed>
        <LeaveDialog blocker={blocker} hint={sentence} onLeave={nothing} />
      </Specimen>
      <Specimen of={['ChangedMeanwhile']} boxed>
        <ChangedMeanwhile
          what={name}
          names={[name, long]}
          kept
          onClose={nothing}
          onTakeTheirs={nothing}
          onKeepMine={nothing}
        />
      </Specimen>
      <Specimen of={['OnceDialog', 'OnceOpened', 'FormFailure', 'DialogFoot']} boxed>
        <OnceOpened opened>
          <OnceDialog
            opened
            onClose={nothing}
            title={() => name}
            hasSecret={() => false}
            form={() => (
              <>
                <FormFailure title={name} error={new Error(sentence)} />
                <Text size="sm">{sentence}</Text>
                <DialogFoot onCancel={nothing} submit={save} busy={false} />
              </>
            )}
            result={() => name}
          />
        </OnceOpened>
      </Specimen>
    </>
  );
}
