import { Button, FileButton, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import classes from './transfer.module.css';

const texts = {
  drop: 'Drop a file here',
  pick: 'Choose a file…',
};

interface Props {
  /** Which files can be chosen, in words. */
  hint: string;
  accept: string;
  busy?: boolean;
  onFile: (file: File) => void;
}

/** A place to drop a file on, with a button that does the same. */
export function FileDrop({ hint, accept, busy = false, onFile }: Props) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover' || event.type === 'dragenter');
  };
  return (
    <section
      className={classes.drop}
      data-over={over || undefined}
      aria-label={texts.drop}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <IconFileUpload size={28} stroke={1.4} aria-hidden />
      <Text size="sm" fw={500}>
        {texts.drop}
      </Text>
      <Text size="xs" c="dimmed" maw={420}>
        {hint}
      </Text>
      <FileButton accept={accept} onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button variant="default" loading={busy} data-autofocus {...props}>
            {texts.pick}
          </Button>
        )}
      </FileButton>
    </section>
  );
}
