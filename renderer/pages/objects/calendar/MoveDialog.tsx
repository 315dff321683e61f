/** Asks for the day an object is moved to. */
import { Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JsonObject } from '#contract/values';
import { dayOf } from '../../../fields/date/date-value';
import type { FilterProperty } from '../../../lists/filter/questions';
import { DialogFoot } from '../../../ui/FormParts';
import { titleOf } from '../../../ui/title-of';

const texts = {
  title: (title: string) => `Move “${title}”`,
  move: 'Move',
};

interface Props {
  object: JsonObject;
  by: FilterProperty;
  onMove: (day: string) => void;
  onClose: () => void;
}

export function MoveDialog({ object, by, onMove, onClose }: Props) {
  const [day, setDay] = useState(dayOf(object[by.name]) ?? '');
  return (
    <Modal opened onClose={onClose} title={texts.title(titleOf(object))}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (day === '') return;
          onMove(day);
          onClose();
        }}
      >
        <Stack>
          <TextInput
            type="date"
            label={by.label}
            value={day}
            data-autofocus
            required
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <DialogFoot submit={texts.move} busy={false} disabled={day === ''} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
