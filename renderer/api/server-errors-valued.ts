/** Errors of the server that an editor can meet, with values: in English as the server says them, and in the language of the page. */
import { t } from '../t';

/** `{}` stands for a value. The first form that fits counts. */
export type ErrorForm = readonly [form: string, text: (a: string, b: string, c: string) => string];

export const ERROR_FORMS: readonly ErrorForm[] = [
  [
    'There is no object "{}" in the collection "{}"',
    (a, b) => t(`There is no object "${a}" in the collection "${b}"`),
  ],
  ['There is no object "{}" in "{}"', (a, b) => t(`There is no object "${a}" in "${b}"`)],
  [
    'There is no readable object "{}" in the collection "{}"',
    (a, b) => t(`There is no readable object "${a}" in the collection "${b}"`),
  ],
  [
    'There is no property "{}" in the collection "{}"',
    (a, b) => t(`There is no property "${a}" in the collection "${b}"`),
  ],
  ['There is no collection "{}"', (a) => t(`There is no collection "${a}"`)],
  ['There is no schema "{}"', (a) => t(`There is no schema "${a}"`)],
  ['There is no custom schema "{}"', (a) => t(`There is no custom schema "${a}"`)],
  ['There is no schema or collection "{}"', (a) => t(`There is no schema or collection "${a}"`)],
  ['There is no view "{}"', (a) => t(`There is no view "${a}"`)],
  ['There is no entry "{}" in the trash', (a) => t(`There is no entry "${a}" in the trash`)],
  ['There is no automation "{}"', (a) => t(`There is no automation "${a}"`)],
  [
    'There is no run "{}" of the automation "{}"',
    (a, b) => t(`There is no run "${a}" of the automation "${b}"`),
  ],
  ['There is no file "{}" of "{}" in "{}"', (a, b, c) => t(`There is no file "${a}" of "${b}" in "${c}"`)],
  ['There is no file "{}" to replace', (a) => t(`There is no file "${a}" to replace`)],
  ['There is no file "{}"', (a) => t(`There is no file "${a}"`)],
  ['There is no file at "{}"', (a) => t(`There is no file at "${a}"`)],
  ['There is no folder "{}"', (a) => t(`There is no folder "${a}"`)],
  ['There is no file or folder {}', (a) => t(`There is no file or folder ${a}`)],
  ['There is no rich text at "{}"', (a) => t(`There is no rich text at "${a}"`)],
  [
    'There is no transaction "{}" that can be undone',
    (a) => t(`There is no transaction "${a}" that can be undone`),
  ],
  ['There is no transaction "{}"', (a) => t(`There is no transaction "${a}"`)],
  ['There is already an object "{}"', (a) => t(`There is already an object "${a}"`)],
  ['There is already a collection "{}"', (a) => t(`There is already a collection "${a}"`)],
  ['There is already a schema "{}"', (a) => t(`There is already a schema "${a}"`)],
  ['There is already a view "{}"', (a) => t(`There is already a view "${a}"`)],
  ['There is already a "{}" in the same folder', (a) => t(`There is already a "${a}" in the same folder`)],
  ['There is already a "{}" in "{}"', (a, b) => t(`There is already a "${a}" in "${b}"`)],
  [
    'The bounds of {} have no room for so many objects',
    (a) => t(`The bounds of ${a} have no room for so many objects`),
  ],
  [
    'The move would give {} objects a new number; at most {} can get one',
    (a, b) => t(`The move would give ${a} objects a new number; at most ${b} can get one`),
  ],
  ['There is another file "{}" now', (a) => t(`There is another file "${a}" now`)],
  [
    'The collection "{}" already has an object "{}"',
    (a, b) => t(`The collection "${a}" already has an object "${b}"`),
  ],
  [
    'The collection "{}" no longer exists; restore it first',
    (a) => t(`The collection "${a}" no longer exists; restore it first`),
  ],
  [
    'The collection "{}" no longer exists; restore it from the trash',
    (a) => t(`The collection "${a}" no longer exists; restore it from the trash`),
  ],
  ['The collection "{}" no longer exists', (a) => t(`The collection "${a}" no longer exists`)],
  ['The collection holds one object, "{}"', (a) => t(`The collection holds one object, "${a}"`)],
  [
    'The settings of the collection "{}" are damaged: {}',
    (a, b) => t(`The settings of the collection "${a}" are damaged: ${b}`),
  ],
  [
    'The settings of "{}" were changed at the same time',
    (a) => t(`The settings of "${a}" were changed at the same time`),
  ],
  ['The deck "{}" already has an item "{}"', (a, b) => t(`The deck "${a}" already has an item "${b}"`)],
  ['The deck "{}" has no item "{}"', (a, b) => t(`The deck "${a}" has no item "${b}"`)],
  ['The object "{}" in "{}" has no history', (a, b) => t(`The object "${a}" in "${b}" has no history`)],
  [
    'The object "{}" in "{}" has no revision "{}"',
    (a, b, c) => t(`The object "${a}" in "${b}" has no revision "${c}"`),
  ],
  [
    'The object "{}" in "{}" did not exist at {}, or no version of then is kept',
    (a, b, c) => t(`The object "${a}" in "${b}" did not exist at ${c}, or no version of then is kept`),
  ],
  [
    'The content of revision "{}" is no longer kept',
    (a) => t(`The content of revision "${a}" is no longer kept`),
  ],
  ['The version has no file "{}"', (a) => t(`The version has no file "${a}"`)],
  [
    'The bytes that "{}" had in this version are not kept',
    (a) => t(`The bytes that "${a}" had in this version are not kept`),
  ],
  [
    '"{}" in "{}" no longer exists; restore it first',
    (a, b) => t(`"${a}" in "${b}" no longer exists; restore it first`),
  ],
  ['"{}" no longer exists', (a) => t(`"${a}" no longer exists`)],
  ['"{}" already exists', (a) => t(`"${a}" already exists`)],
  ['"{}" exists again', (a) => t(`"${a}" exists again`)],
  ['"{}/{}" exists again', (a, b) => t(`"${a}/${b}" exists again`)],
  ['"{}" cannot be restored', (a) => t(`"${a}" cannot be restored`)],
  ['"{}" now holds another file', (a) => t(`"${a}" now holds another file`)],
  [
    '"{}" is a built-in schema and cannot be changed',
    (a) => t(`"${a}" is a built-in schema and cannot be changed`),
  ],
  [
    '"{}" is a built-in schema and cannot be deleted',
    (a) => t(`"${a}" is a built-in schema and cannot be deleted`),
  ],
  ['"{}" is reserved for a built-in schema', (a) => t(`"${a}" is reserved for a built-in schema`)],
  [
    '"{}" is managed by Plinth and cannot be changed',
    (a) => t(`"${a}" is managed by Plinth and cannot be changed`),
  ],
  ['"{}" is being replaced; try again', (a) => t(`"${a}" is being replaced; try again`)],
  ['"{}" is being written by another app', (a) => t(`"${a}" is being written by another app`)],
  [
    '"{}" was written by another app while it was read',
    (a) => t(`"${a}" was written by another app while it was read`),
  ],
  [
    '"{}" was replaced in the meantime; choose it again',
    (a) => t(`"${a}" was replaced in the meantime; choose it again`),
  ],
  [
    '"{}" is a symbolic link, which Plinth does not follow',
    (a) => t(`"${a}" is a symbolic link, which Plinth does not follow`),
  ],
  ['"{}" is a file, not a folder', (a) => t(`"${a}" is a file, not a folder`)],
  ['"{}" has no folders', (a) => t(`"${a}" has no folders`)],
  [
    'The schema "{}" cannot be deleted: cards or decks of {} use it',
    (a, b) => t(`The schema "${a}" cannot be deleted: cards or decks of ${b} use it`),
  ],
  [
    'The schema "{}" cannot be deleted: it is used by the collections {}',
    (a, b) => t(`The schema "${a}" cannot be deleted: it is used by the collections ${b}`),
  ],
  [
    'More than {} objects would be undone; choose a shorter period',
    (a) => t(`More than ${a} objects would be undone; choose a shorter period`),
  ],
  ['A collection can have at most {} views', (a) => t(`A collection can have at most ${a} views`)],
  [
    '{} needs the Pro edition; this folder is set to "standard"',
    (a) => t(`${a} needs the Pro edition; this folder is set to "standard"`),
  ],
  ['The file cannot be fetched: {}', (a) => t(`The file cannot be fetched: ${a}`)],
  ['The file is larger than {} bytes', (a) => t(`The file is larger than ${a} bytes`)],
  ['The file is larger than {} MB', (a) => t(`The file is larger than ${a} MB`)],
  [
    '{} uploads are unfinished; finish some, or wait a day',
    (a) => t(`${a} uploads are unfinished; finish some, or wait a day`),
  ],
  [
    'Access denied: the role "{}" may not do this',
    (a) => t(`Access denied: the role "${a}" may not do this`),
  ],
  ['A folder has at most {} users', (a) => t(`A folder has at most ${a} users`)],
  [
    'Version {} of this draft is stored, which is newer',
    (a) => t(`Version ${a} of this draft is stored, which is newer`),
  ],
  ['{} cannot be read: permission denied', (a) => t(`${a} cannot be read: permission denied`)],
  [
    'A change in "{}" failed and could not be undone yet; try again',
    (a) => t(`A change in "${a}" failed and could not be undone yet; try again`),
  ],
  ['The CSV file has two columns "{}"', (a) => t(`The CSV file has two columns "${a}"`)],
  ['The CSV file is not {} text', (a) => t(`The CSV file is not ${a} text`)],
  ['The file is not CSV: {}', (a) => t(`The file is not CSV: ${a}`)],
  ['The archive was rejected: {}', (a) => t(`The archive was rejected: ${a}`)],
  [
    'Too many runs are pending (at most {}); try again later',
    (a) => t(`Too many runs are pending (at most ${a}); try again later`),
  ],
];
