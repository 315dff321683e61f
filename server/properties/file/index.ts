/** `file`: one file of any type beside the object (spec/resources.md#file-value). */
import { extensionOf, isItem } from '../../contract/files.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import type { ItemRules } from '../files/abilities.js';
import { FILE_COMPONENTS, STORED_FILE } from '../files/components.js';
import { fileLink, uploaded, withoutPassword } from '../files/file-items.js';
import { wordsOfItem } from '../files/items.js';
import { singleFile } from '../files/single.js';
import { fitting } from '../fitting.js';
import type { FileKind } from '../kind.js';

/** An item in the order in which its keys are stored. */
const DEFAULTS = {
  download: '',
  ext: '',
  mime: '',
  size: 0,
  count: 0,
  comments: '',
  tags: [],
  alt: '',
  caption: '',
  protected: true,
  password: '',
} as const satisfies JsonObject;

const { download, comments, tags, alt, caption, password } = DEFAULTS;

const fileItems: ItemRules = {
  images: false,
  editable: { download, comments, tags, alt, caption, focalpoint: '', protected: true, password },
  accept: (upload) => ({
    ...DEFAULTS,
    ...upload.old,
    ...uploaded(upload),
    name: upload.name,
    ext: extensionOf(upload.name),
  }),
};

export const fileKind: FileKind = {
  type: 'file',
  ofTypes: ['file'],
  exclusive: true,
  blank: {},
  component: { name: 'FileValue', shapes: FILE_COMPONENTS },
  schema: () => ({ type: 'object' }),
  valueType: () => 'FileValue',
  isEmpty: (value) => !isItem(value),
  merge: mergeKeys,
  text: (value) => (isJsonObject(value) ? wordsOfItem(value) : ''),
  // Files are not part of a template.
  template: () => undefined,
  fitting: (value) => fitting(value, STORED_FILE),
  present(value, address) {
    if (!isJsonObject(value)) return value;
    const shown = withoutPassword(value);
    return isItem(value) ? { ...shown, url: `/download${address}` } : shown;
  },
  files: { ...singleFile(fileItems), link: fileLink, counted: true },
};
