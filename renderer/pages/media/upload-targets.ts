/**
 * The fields that files added on the media page can go into. Every file belongs to an object: a hidden collection for
 * loose files would be content with rules of its own for rights, backups and exports.
 */
import { fileRules, ruleProblems } from '#contract/files';
import type { CollectionSummary } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { isJsonObject } from '#contract/values';
import { kindFor, shownProperties } from '../../fields';
import { labelOf } from '../../fields/field-rules';
import type { UploadPlace } from '../../uploads/background-uploads';

/** A field of the objects of a collection that takes files. */
export interface Target extends Omit<UploadPlace, 'together'> {
  /** An object can have all of the files. */
  many: boolean;
  /** Whether the field takes a file of a type. */
  takes(type: string): boolean;
}

/** What an object is called by, the likeliest first. */
const TITLES = ['title', 'name', 'label'];

/** The fields of a collection that take files. A file that is required cannot be added after its object. */
export function targetsIn({ name, title }: CollectionSummary, schema: SchemaDefinition): Target[] {
  const titled = TITLES.find((key) => schema.properties[key]?.type === 'string');
  return shownProperties(schema).flatMap((property) => {
    const definition = schema.properties[property];
    const takes = definition && kindFor(definition, undefined).takes;
    if (!takes || definition.required) return [];
    const { filetype } = fileRules(isJsonObject(definition.settings) ? definition.settings : undefined);
    const fits = (type: string) =>
      type === '' ||
      ((!takes.pictures || type.startsWith('image/')) &&
        ruleProblems(filetype === undefined ? {} : { filetype }, { name: '', mime: type, size: 0 }).length ===
          0);
    return [
      {
        collection: name,
        property,
        label: `${title || name}: ${labelOf(property, definition)}`,
        many: takes.many,
        title: titled,
        takes: fits,
      },
    ];
  });
}
