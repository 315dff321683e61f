/** An image is cropped, rotated and mirrored: by pointer and touch, by arrow keys, and by numbers. */
import {
  ActionIcon,
  Button,
  Group,
  Modal,
  NumberInput,
  Select,
  Skeleton,
  Stack,
  Text,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { IconFlipHorizontal, IconFlipVertical, IconRotate2, IconRotateClockwise2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import {
  type Crop,
  cropBox,
  editText,
  type ImageEdit,
  type Pixels,
  readEdit,
  rotatedSize,
} from '#contract/image-edit';
import { DialogFoot } from '../../ui/FormParts';
import { cropOfRatio, cropWith, mirrored, NO_EDIT, RATIOS, rotatedBy, WHOLE } from './crop';
import classes from './crop.module.css';

const texts = {
  title: (name: string) => `Crop and rotate ${name}`,
  help: 'The file is kept as it is: you can change or reset this at any time.',
  keys: 'Arrow keys move the selection or one of its handles; hold Shift for larger steps.',
  ratio: 'Aspect ratio',
  free: 'Free',
  own: 'As the image',
  left: 'Left',
  top: 'Top',
  width: 'Width',
  height: 'Height',
  rotateLeft: 'Rotate left',
  rotateRight: 'Rotate right',
  mirror: 'Mirror horizontally',
  mirrorDown: 'Mirror vertically',
  tools: 'Rotate and mirror',
  numbers: 'Selection in pixels',
  reset: 'Reset',
  apply: 'Apply',
  result: ({ width, height }: Pixels) => `Result: ${width} × ${height} pixels`,
  failed: 'The image cannot be shown.',
};

const handleTexts = {
  cropArea: 'Selection',
  nwDragHandle: 'Top left corner',
  nDragHandle: 'Top edge',
  neDragHandle: 'Top right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Bottom right corner',
  sDragHandle: 'Bottom edge',
  swDragHandle: 'Bottom left corner',
  wDragHandle: 'Left edge',
};

const [FREE, OWN] = ['free', 'own'];

export interface CropDialogProps {
  name: string;
  /** Address of the image in an edit, as the parameter `edit` has it. */
  srcOf(edit: string): string;
  /** Of the file; 0 where it is not known. */
  original: Pixels;
  edit: ImageEdit | undefined;
  onApply(edit: ImageEdit | undefined): void;
  onClose(): void;
}

export function CropDialog({ name, srcOf, original, edit: initial, onApply, onClose }: CropDialogProps) {
  const [edit, setEdit] = useState<ImageEdit>(initial ?? NO_EDIT);
  const [ratio, setRatio] = useState(FREE);
  const [loaded, setLoaded] = useState<Pixels & { of: string }>();
  const turned = { flip: edit.flip, rotate: edit.rotate };
  const src = srcOf(readEdit(turned) ? editText(turned) : 'none');
  const isKnown = original.width > 0 && original.height > 0;
  const size = isKnown ? rotatedSize(original, edit) : loaded?.of === src ? loaded : undefined;
  const crop = edit.crop ?? WHOLE;
  const aspect = size && ratioOf(ratio, size);
  const set = (next: Crop) => setEdit({ ...turned, crop: next });

  function choose(next: string) {
    setRatio(next);
    const wanted = size && ratioOf(next, size);
    if (size && wanted !== undefined) set(cropOfRatio(crop, wanted, size));
  }
  function turn(next: ImageEdit) {
    setEdit(next);
    setRatio(FREE);
  }

  return (
    <Modal opened onClose={onClose} title={texts.title(name)} size="xl">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may be inside the form of an object.
          event.stopPropagation();
          onApply(readEdit({ ...turned, crop: { ...crop } }));
        }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {texts.help}
          </Text>
          <Group gap="sm" align="end" justify="space-between">
            <Group gap="xs">
              <Tools edit={edit} onTurn={turn} />
              <Button variant="subtle" color="gray" size="compact-sm" onClick={() => turn(NO_EDIT)}>
                {texts.reset}
              </Button>
            </Group>
            <Select
              label={texts.ratio}
              size="xs"
              w={150}
              data={[
                { value: FREE, label: texts.free },
                { value: OWN, label: texts.own },
                ...RATIOS.map((value) => ({ value, label: value })),
              ]}
              value={ratio}
              onChange={(next) => choose(next ?? FREE)}
              allowDeselect={false}
            />
          </Group>
          <Stage
            key={src}
            src={src}
            crop={crop}
            aspect={aspect}
            onChange={set}
            onLoad={(pixels) => setLoaded({ ...pixels, of: src })}
          />
          <Text size="xs" c="dimmed">
            {texts.keys}
          </Text>
          {size && (
            <Numbers crop={crop} size={size} onChange={(typed) => set(cropWith(crop, typed, size, aspect))} />
          )}
          <VisuallyHidden role="status">{size && texts.result(cropBox(size, crop))}</VisuallyHidden>
          <DialogFoot onCancel={onClose} submit={texts.apply} busy={false} />
        </Stack>
      </form>
    </Modal>
  );
}

/** The number of a ratio that was chosen; undefined for any. */
function ratioOf(chosen: string, { width, height }: Pixels): number | undefined {
  if (chosen === OWN) return width / height;
  const [across, down] = chosen.split(':').map(Number);
  return across && down ? across / down : undefined;
}

function Tools({ edit, onTurn }: { edit: ImageEdit; onTurn(edit: ImageEdit): void }) {
  const tool = (label: string, icon: ReactNode, next: ImageEdit) => (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={34} aria-label={label} onClick={() => onTurn(next)}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group gap={6} role="group" aria-label={texts.tools}>
      {tool(texts.rotateLeft, <IconRotate2 size={18} stroke={1.6} aria-hidden />, rotatedBy(edit, -90))}
      {tool(
        texts.rotateRight,
        <IconRotateClockwise2 size={18} stroke={1.6} aria-hidden />,
        rotatedBy(edit, 90),
      )}
      {tool(
        texts.mirror,
        <IconFlipHorizontal size={18} stroke={1.6} aria-hidden />,
        mirrored(edit, 'across'),
      )}
      {tool(
        texts.mirrorDown,
        <IconFlipVertical size={18} stroke={1.6} aria-hidden />,
        mirrored(edit, 'down'),
      )}
    </Group>
  );
}

interface StageProps {
  src: string;
  crop: Crop;
  aspect: number | undefined;
  onChange(crop: Crop): void;
  onLoad(size: Pixels): void;
}

/** The rotated image with the selection over it. */
function Stage({ src, crop, aspect, onChange, onLoad }: StageProps) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting');
  if (state === 'failed') {
    return (
      <Text size="sm" c="red" role="alert">
        {texts.failed}
      </Text>
    );
  }
  return (
    <div className={classes.stage}>
      {state === 'waiting' && <Skeleton h={240} aria-busy="true" />}
      <ReactCrop
        crop={{ unit: '%', ...crop }}
        {...(aspect !== undefined && { aspect })}
        minWidth={8}
        minHeight={8}
        keepSelection
        ruleOfThirds
        ariaLabels={handleTexts}
        className={classes.crop ?? ''}
        style={state === 'shown' ? {} : { visibility: 'hidden', position: 'absolute' }}
        onChange={(_pixels, { x, y, width, height }) => {
          if (state === 'shown' && width > 0 && height > 0) onChange(inside({ x, y, width, height }));
        }}
      >
        <img
          src={src}
          alt=""
          className={classes.image}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            onLoad({ width, height });
            setState('shown');
          }}
          onError={() => setState('failed')}
        />
      </ReactCrop>
    </div>
  );
}

/** Screen coordinates can lie a hair outside. */
function inside({ x, y, width, height }: Crop): Crop {
  const round = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 1e4) / 1e4;
  const [left, top] = [round(x), round(y)];
  return {
    x: left,
    y: top,
    width: Math.min(round(width), round(100 - left)),
    height: Math.min(round(height), round(100 - top)),
  };
}

type Side = 'left' | 'top' | 'width' | 'height';

interface NumbersProps {
  crop: Crop;
  size: Pixels;
  onChange(typed: Partial<Record<Side, number>>): void;
}

function Numbers({ crop, size, onChange }: NumbersProps) {
  const box = cropBox(size, crop);
  const field = (side: Side, label: string, least: number, most: number) => (
    <NumberInput
      label={label}
      size="xs"
      value={box[side]}
      min={least}
      max={most}
      allowDecimal={false}
      clampBehavior="strict"
      onChange={(value) => typeof value === 'number' && onChange({ [side]: value })}
    />
  );
  return (
    <fieldset className={classes.numbers}>
      <legend className={classes.legend}>{texts.numbers}</legend>
      {field('left', texts.left, 0, size.width - 1)}
      {field('top', texts.top, 0, size.height - 1)}
      {field('width', texts.width, 1, size.width - box.left)}
      {field('height', texts.height, 1, size.height - box.top)}
    </fieldset>
  );
}
