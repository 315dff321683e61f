import { type ComponentType, createContext, useContext } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { FileAddress } from '../api/files';
import type { ChosenFile } from '../api/media';
import type { ObjectWithTag } from '../api/queries';
import type { FormStore } from '../unsaved/form-store';
import type { PartAddress } from '../unsaved/part-store';
import type { UploadQueue } from '../uploads/upload-queue';
import type { FieldLookup } from './kind';

/** What fields may need to know beyond their own value. The same object for the life of a form. */
export interface FormEnvironment {
  store: FormStore;
  collection: string;
  schema: SchemaDefinition;
  /** Schemas of the parts that cards and decks hold, at any depth, by id. */
  partSchemas: PartSchemas;
  /** Dotted path of the part this form edits; empty for the object itself. */
  path: string;
  /** What holds the part takes no edits, so none of its fields does. */
  locked: boolean;
  /** The object's files; absent where there is no object, as in the preview of a schema. */
  files?: ObjectFiles | undefined;
  /** Draws the form of a part. Given, because forms import the kinds. */
  Part: ComponentType<PartProps>;
  fields: FieldLookup;
}

/** What fields of files do with the object in the folder, apart from what saving does. */
export interface ObjectFiles {
  uploads: UploadQueue;
  /** Address of a property, by its dotted path; undefined while the object is not in the folder. */
  addressOf(path: string): FileAddress | undefined;
  /** Changes files of a property in the folder, and lets the form know. */
  change(path: string, request: FileRequest): Promise<ObjectWithTag>;
  /**
   * Puts a file, or a copy of the one at an address or in the folder, beside a rich text; the answer is its address there. A new object
   * is saved first. Throws when it cannot be, or when the server does not take the file.
   */
  embed(path: string, file: File | URL | ChosenFile): Promise<string>;
  /** The object as it is in the folder now. */
  read(): Promise<ObjectWithTag>;
}

/** A change of files; the answer is the object with it. */
export type FileRequest = (ifMatch: string) => Promise<ObjectWithTag>;

export interface PartProps extends PartAddress {
  schema: SchemaDefinition;
  /** Shown, but not to be edited. */
  locked: boolean;
}

export type PartSchemas = ReadonlyMap<string, SchemaDefinition>;

export const FormContext = createContext<FormEnvironment | undefined>(undefined);

/** The path of a property from the object, which also names its control in the page. */
export const pathIn = ({ path }: Pick<FormEnvironment, 'path'>, name: string): string =>
  path === '' ? name : `${path}.${name}`;

/** DOM id of a property's control, by its path from the object; its frame is the same with `-field`. */
export const controlId = (path: string): string => `field-${path}`;

/** The form a field is in. */
export function useForm(): FormEnvironment {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('A field needs a form around it');
  return form;
}
