import { Button, CopyButton, Group, Modal } from '@mantine/core';
import type { JsonObject } from '#contract/values';
import { LazyCodeEditor } from '../../fields/parts/LazyCodeEditor';
import { t } from '../../t';

interface Props {
  opened: boolean;
  onClose(): void;
  object: JsonObject;
}

/** The saved object as the API answers it. */
export function JsonDialog({ opened, onClose, object }: Props) {
  const text = JSON.stringify(object, null, 2);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<span id="json-dialog-title">{t('Saved object as JSON')}</span>}
      size="xl"
    >
      <LazyCodeEditor
        id="json-dialog"
        labelId="json-dialog-title"
        describedBy={undefined}
        value={text}
        onChange={() => undefined}
        mode="json"
        readOnly
        invalid={false}
        rows={12}
        maxRows={28}
      />
      <Group justify="flex-end" mt="md">
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? t('Copied') : t('Copy')}</Button>}
        </CopyButton>
      </Group>
    </Modal>
  );
}
