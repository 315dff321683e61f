import type { ComponentType } from 'react';
import { type FileItem, isItem } from '#contract/files';
import type { JsonValue } from '#contract/values';
import type { ChosenFile } from '../../api/media';
import type { FieldProps } from '../kind';
import { describedBy, GroupControl } from '../parts/ControlWrapper';
import { DropTarget } from './DropTarget';
import { acceptedTypes, rulesHint } from './rules-hint';
import { UploadList } from './UploadList';
import { useFieldFiles } from './useFieldFiles';

/** What shows the one file or image of a field. */
export interface SingleFileProps {
  item: FileItem;
  locked: boolean;
  required: boolean;
  accept: string[] | undefined;
  onFile(file: File | ChosenFile): void;
  onChange(value: JsonValue): void;
}

interface Props {
  field: FieldProps;
  what: 'file' | 'image';
  /** Types that are accepted where the schema names none. */
  types?: string[];
  className?: string | undefined;
  Present: ComponentType<SingleFileProps>;
}

/** The control of a field with one file or image: dropped, pasted or chosen. */
export function SingleFile({ field, what, types, className, Present }: Props) {
  const { control, labelId, value, definition, onChange, required } = field;
  const files = useFieldFiles(field);
  const item = isItem(value) ? value : undefined;
  const accept = acceptedTypes(definition) ?? types;
  const add = (some: readonly (File | ChosenFile)[]) => files.add(some.slice(0, 1));
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <div className={className}>
        <DropTarget
          what={what}
          id={control.id}
          hint={rulesHint(definition)}
          accept={accept}
          disabled={files.locked}
          describedBy={describedBy(control)}
          onFiles={add}
          onChosen={add}
        >
          {item && (
            <Present
              item={item}
              locked={files.locked}
              onFile={(file) => add([file])}
              {...{ required, accept, onChange }}
            />
          )}
        </DropTarget>
        <UploadList files={files} />
      </div>
    </GroupControl>
  );
}
