import { useRef, useState } from 'react';
import type { FileItem } from '#contract/files';
import type { JsonObject } from '#contract/values';
import { FileDetails } from '../file/FileDetails';
import { FilePreview } from '../file/FilePreview';
import { textIn } from '../image/image-value';

interface Props {
  item: FileItem;
  locked: boolean;
  onClose(): void;
  /** Resolves with true when it was saved. */
  onSave(said: JsonObject): Promise<boolean>;
}

/** The details of one file of a depot; what was changed is saved when they are closed. */
export function EntryDetails({ item, locked, onClose, onSave }: Props) {
  const said = useRef<JsonObject>({});
  const [shown, setShown] = useState(item);
  async function close() {
    if (Object.keys(said.current).length === 0 || (await onSave(said.current))) onClose();
  }
  return (
    <FileDetails
      item={shown}
      opened
      locked={locked}
      protection={false}
      onClose={() => void close()}
      onEdit={(key, value) => {
        said.current = { ...said.current, [key]: value };
        setShown({ ...shown, [key]: value });
      }}
    >
      {FilePreview.shows(textIn(item, 'mime')) && <FilePreview.View item={item} />}
    </FileDetails>
  );
}
