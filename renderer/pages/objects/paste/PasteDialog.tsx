/** Shows what pasting a table of a spreadsheet would change, and changes it at once. */
import { Alert, List, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { ListView } from '../../../api/list-request';
import { useShownLocale } from '../../../fields/localized/shown-locale';
import { counted } from '../../../ui/format';
import { PreviewFoot, PreviewStep } from '../bulk/PreviewStep';
import { type Changing, usePreviewed } from '../bulk/usePreviewed';
import { type Pasted, takesText } from './paste-plan';
import { previewPaste } from './preview-paste';

const texts = {
  title: 'Paste into the table',
  cancel: 'Cancel',
  column: (label: string) => `${label} cannot be changed here. Its values are skipped.`,
  columns: (count: number) =>
    `${counted(count, 'column', 'columns')} to the right skipped: the table has no more.`,
  rows: (count: number) => `${counted(count, 'row', 'rows')} at the end skipped: the list has no more.`,
};

interface Props extends Changing {
  schema: SchemaDefinition;
  view: ListView;
  pasted: Pasted;
  editable: ReadonlySet<string>;
  /** Rows and columns that were pasted and have no place in the list. */
  left: { rows: number; columns: number };
}

export function PasteDialog(props: Props) {
  const { collection, schema, view, pasted, editable, left, onClose } = props;
  const client = useQueryClient();
  const [locale] = useShownLocale();
  const previewed = usePreviewed(props);
  const { preview, failure } = previewed;
  const takes = pasted.columns.map((column) => takesText(column, editable.has(column.id)));
  const look = () =>
    previewed.show(pasted.table.length, (following) => {
      const columns = pasted.columns.map((column, at) => (takes[at] ? column : undefined));
      return previewPaste(client, { collection, view, pasted, columns, locale }, following);
    });
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    void look();
  });
  const notes = [
    ...pasted.columns.filter((_, at) => !takes[at]).map(({ label }) => texts.column(label)),
    ...(left.columns > 0 ? [texts.columns(left.columns)] : []),
    ...(left.rows > 0 ? [texts.rows(left.rows)] : []),
  ];
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg" closeOnClickOutside={false}>
      <Stack gap="md">
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {preview && <PreviewStep {...{ previewed, preview, schema }} />}
        {notes.length > 0 && (
          <List size="sm" c="dimmed">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        )}
        <PreviewFoot previewed={previewed} back={{ label: texts.cancel, onClick: onClose }} />
      </Stack>
    </Modal>
  );
}
