import { Button, Group, Modal } from '@mantine/core';
import { useId, useState } from 'react';
import { LazyCodeEditor } from '../parts/LazyCodeEditor';

const texts = { title: 'Edit as HTML', label: 'HTML', cancel: 'Cancel', save: 'Apply' };

interface Props {
  html: string;
  onSave(html: string): void;
  onClose(): void;
}

/** The source of one piece of the text. */
export function HtmlDialog({ html, onSave, onClose }: Props) {
  const [text, setText] = useState(html);
  const id = useId();
  return (
    <Modal opened onClose={onClose} title={texts.title} size="xl">
      <span id={`${id}-label`} hidden>
        {texts.label}
      </span>
      <LazyCodeEditor
        id={id}
        labelId={`${id}-label`}
        describedBy={undefined}
        value={text}
        onChange={setText}
        mode="html"
        readOnly={false}
        invalid={false}
        rows={10}
        lineNumbers={false}
      />
      <Group justify="end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button onClick={() => onSave(text)}>{texts.save}</Button>
      </Group>
    </Modal>
  );
}
