/** A place to drop, paste or choose files; round what is there already it takes drops only. */
import { Text, UnstyledButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { ChosenFile } from '../../api/media';
import { FromMedia } from './FromMedia';
import classes from './files.module.css';

const texts = {
  image: 'Drop an image here, paste one, or choose…',
  images: 'Drop images here, paste them, or choose…',
  file: 'Drop a file here, or choose…',
  files: 'Drop files here, or choose…',
};

interface Props {
  what: keyof typeof texts;
  /** DOM id of the button that opens the chooser. */
  id?: string;
  /** What files must be like, in words. */
  hint?: string | undefined;
  accept?: string[] | undefined;
  disabled: boolean;
  describedBy?: string | undefined;
  onFiles(files: File[]): void;
  /** Takes files of the folder, which are offered beside the invitation. */
  onChosen?: ((files: readonly ChosenFile[]) => void) | undefined;
  /** What is there; without it the place is a button. */
  children?: ReactNode;
}

/** Types of files that can be looked at. */
export const IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'image/heic',
  'image/heif',
];

/** Files of a paste; a picture from the clipboard has no name of its own. */
function pasted(event: React.ClipboardEvent): File[] {
  return [...event.clipboardData.files].map((file) =>
    file.name === 'image.png' ? new File([file], `pasted-${Date.now()}.png`, { type: file.type }) : file,
  );
}

export function DropTarget({
  what,
  id,
  hint,
  accept,
  disabled,
  describedBy,
  onFiles,
  onChosen,
  children,
}: Props) {
  const filled = children !== undefined;
  const open = useRef<() => void>(null);
  const many = what === 'images' || what === 'files';
  return (
    <Dropzone
      className={filled ? classes.filled : classes.drop}
      onDrop={onFiles}
      // Wrong files go to the server as well: it says what is wrong with them, at the field.
      onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
      multiple={many}
      disabled={disabled}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      openRef={open}
      // The button in it opens the chooser.
      role="presentation"
      data-file-drop
      tabIndex={-1}
      inputProps={{
        'aria-hidden': true,
        'aria-label': texts[what],
        ...(accept && { accept: accept.join(',') }),
      }}
      onPaste={(event) => {
        const files = pasted(event);
        if (disabled || files.length === 0) return;
        event.preventDefault();
        onFiles(many ? files : files.slice(0, 1));
      }}
    >
      {children ?? (
        <div className={classes.offer}>
          <UnstyledButton
            id={id}
            className={classes.invitation}
            aria-describedby={describedBy}
            disabled={disabled}
            onClick={() => open.current?.()}
          >
            <IconUpload size={18} stroke={1.5} aria-hidden />
            <span>
              <Text size="sm" span>
                {texts[what]}
              </Text>
              {hint !== undefined && (
                <Text size="xs" c="dimmed" span display="block">
                  {hint}
                </Text>
              )}
            </span>
          </UnstyledButton>
          {onChosen && (
            <FromMedia
              images={what.startsWith('image')}
              many={many}
              disabled={disabled}
              onChoose={onChosen}
            />
          )}
        </div>
      )}
    </Dropzone>
  );
}
