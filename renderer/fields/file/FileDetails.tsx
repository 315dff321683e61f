/** All details of one file, in a dialog. */
import {
  Button,
  Group,
  Modal,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileItem } from '#contract/files';
import type { JsonValue } from '#contract/values';
import { formatBytes, formatMoment } from '../../ui/format';
import { textIn, wordsIn } from '../image/image-value';
import { ANY_LANGUAGE } from '../parts/written';

const texts = {
  download: 'Download file name',
  comments: 'Comments',
  tags: 'Tags',
  protect: 'Restrict to members of the collection’s groups',
  password: 'Password',
  passwordSet: 'A password is set. Enter a new one to replace it.',
  passwordHelp: 'Required to download the file.',
  noPassword: 'Remove password',
  done: 'Done',
};

interface Props {
  item: FileItem;
  opened: boolean;
  locked: boolean;
  /** The file has a protection of its own; in a depot the depot has it. */
  protection: boolean;
  onClose(): void;
  onEdit(key: string, value: JsonValue): void;
  /** What stands above all that is said. */
  children?: ReactNode;
}

export function FileDetails({ item, opened, locked, protection, onClose, onEdit, children }: Props) {
  const size = typeof item.size === 'number' ? item.size : 0;
  const typed = typeof item.password === 'string' ? item.password : '';
  return (
    <Modal opened={opened} onClose={onClose} title={item.name} size="lg">
      <Stack gap="md">
        {children}
        <TextInput
          label={texts.download}
          value={textIn(item, 'download')}
          onChange={(event) => onEdit('download', event.currentTarget.value)}
          readOnly={locked}
          data-autofocus
        />
        <Textarea
          label={texts.comments}
          attributes={{ input: ANY_LANGUAGE }}
          value={textIn(item, 'comments')}
          onChange={(event) => onEdit('comments', event.currentTarget.value)}
          autosize
          minRows={2}
          readOnly={locked}
        />
        <TagsInput
          label={texts.tags}
          {...ANY_LANGUAGE}
          value={wordsIn(item, 'tags')}
          onChange={(tags) => onEdit('tags', tags)}
          acceptValueOnBlur
          readOnly={locked}
        />
        {protection && (
          <>
            <Switch
              label={texts.protect}
              checked={item.protected !== false}
              onChange={(event) => onEdit('protected', event.currentTarget.checked)}
              disabled={locked}
            />
            <PasswordInput
              label={texts.password}
              description={item.hasPassword === true ? texts.passwordSet : texts.passwordHelp}
              value={typed}
              onChange={(event) => onEdit('password', event.currentTarget.value)}
              readOnly={locked}
              autoComplete="new-password"
            />
            {item.hasPassword === true && (
              <Button
                variant="default"
                size="compact-sm"
                w="fit-content"
                disabled={locked}
                onClick={() => onEdit('password', null)}
              >
                {texts.noPassword}
              </Button>
            )}
          </>
        )}
        <Text size="xs" c="dimmed">
          {[
            item.name,
            textIn(item, 'mime'),
            formatBytes(size),
            textIn(item, 'uploadDate') && formatMoment(textIn(item, 'uploadDate')),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </Text>
        <Group justify="end">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
