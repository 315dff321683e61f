/** A save met a version of a schema or of settings that is newer than the one it was made on. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';

/** How many names are shown. */
const NAMED = 12;

const texts = {
  title: (what: string) => `Conflicting changes to ${what}`,
  names: (names: readonly string[]) => {
    const more = names.length - NAMED;
    const shown = names.slice(0, NAMED).map((name) => `“${name}”`);
    const list = shown.join(', ');
    return more > 0
      ? `Changed since you opened it: ${list} and ${more} more.`
      : `Changed since you opened it: ${list}.`;
  },
  unknown: 'The current version is not the one you opened.',
  kept: 'If you keep your changes, the other version goes to the trash.',
  theirs: 'Use the other version',
  mine: 'Keep my changes',
};

interface Props {
  /** What was changed, e.g. “this schema”. */
  what: string;
  /** Names of what differs; undefined while there is no conflict. */
  names: readonly string[] | undefined;
  /** Whether the version on disk goes to the trash when it is replaced. */
  kept: boolean;
  onClose(): void;
  onTakeTheirs(): void;
  onKeepMine(): void;
}

export function ChangedMeanwhile({ what, names, kept, onClose, onTakeTheirs, onKeepMine }: Props) {
  return (
    <Modal opened={names !== undefined} onClose={onClose} title={texts.title(what)}>
      <Stack>
        {/* The focus starts here: Enter and Space choose nothing. */}
        <Text size="sm" style={{ overflowWrap: 'anywhere', outline: 'none' }} tabIndex={-1} data-autofocus>
          {names === undefined || names.length === 0 ? texts.unknown : texts.names(names)}
        </Text>
        {kept && <Text size="sm">{texts.kept}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onTakeTheirs}>
            {texts.theirs}
          </Button>
          <Button onClick={onKeepMine}>{texts.mine}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
