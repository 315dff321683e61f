/** What a field of files needs of its form: where its files are, and the way in for more. */

import type { ChosenFile } from '../../api/media';
import type { UploadItem, UploadQueue } from '../../uploads/upload-queue';
import { useUploads } from '../../uploads/useUploads';
import { pathIn, useForm } from '../form-context';
import type { FieldProps } from '../kind';

export interface FieldFiles {
  /** Dotted path of the property from the object. */
  path: string;
  queue: UploadQueue | undefined;
  /** Files on their way. */
  uploads: readonly UploadItem[];
  /** Nothing can be added or changed. */
  locked: boolean;
  add(files: readonly (File | ChosenFile)[], to?: { folder?: string; instead?: string }): void;
}

export function useFieldFiles({ name, control, readOnly }: FieldProps): FieldFiles {
  const form = useForm();
  const path = pathIn(form, name);
  const queue = form.files?.uploads;
  const uploads = useUploads(queue, path);
  return {
    path,
    queue,
    uploads,
    locked: control.disabled || readOnly || form.locked || queue === undefined,
    add: (files, to = {}) => queue?.add({ path, ...to }, files),
  };
}
