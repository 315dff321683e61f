/** Errors of the server that an editor can meet, without values: in English as the server says them, and in the language of the page. */
import { t } from '../t';

export const PLAIN_ERRORS: Readonly<Record<string, string>> = {
  'There is no such property': t('There is no such property'),
  'There is no such draft': t('There is no such draft'),
  'There is no such user': t('There is no such user'),
  'There is no such API key': t('There is no such API key'),
  'There is no such automation': t('There is no such automation'),
  'There is no such client': t('There is no such client'),
  'There is no such grant': t('There is no such grant'),
  'There is no such import': t('There is no such import'),
  'There is no such starter': t('There is no such starter'),
  'There is no such upload; it may be too old. Send the file again': t(
    'There is no such upload; it may be too old. Send the file again',
  ),
  'There is no such session; it may have already ended': t(
    'There is no such session; it may have already ended',
  ),
  'There is no image at this URL': t('There is no image at this URL'),
  'There is no room left on the disk': t('There is no room left on the disk'),
  'The settings of the folder cannot be removed': t('The settings of the folder cannot be removed'),
  'The object has been changed by others': t('The object has been changed by others'),
  'What was there before is no longer kept; old versions are thinned out over time': t(
    'What was there before is no longer kept; old versions are thinned out over time',
  ),
  'The kept bytes are damaged': t('The kept bytes are damaged'),
  'It no longer exists': t('It no longer exists'),
  'It was changed at the same time': t('It was changed at the same time'),
  'The caller may not read any more': t('The caller may not read any more'),
  'Others have changed the same values since they were read': t(
    'Others have changed the same values since they were read',
  ),
  'The time of the preview is in the future; preview the file again': t(
    'The time of the preview is in the future; preview the file again',
  ),
  'Others have changed the same values since the preview': t(
    'Others have changed the same values since the preview',
  ),
  'Some objects have changed since they were read; nothing was changed': t(
    'Some objects have changed since they were read; nothing was changed',
  ),
  'Some operations failed; nothing was changed': t('Some operations failed; nothing was changed'),
  'The batch has problems; nothing was changed': t('The batch has problems; nothing was changed'),
  'The schema has problems; nothing was saved': t('The schema has problems; nothing was saved'),
  'One of the files has changed since the conflict was read': t(
    'One of the files has changed since the conflict was read',
  ),
  'This conflict no longer exists; it may have been resolved': t(
    'This conflict no longer exists; it may have been resolved',
  ),
  'Not all clashes are decided': t('Not all clashes are decided'),
  'The move gives other objects new numbers that you may not change': t(
    'The move gives other objects new numbers that you may not change',
  ),
  'The search is too long': t('The search is too long'),
  'The search cannot be read': t('The search cannot be read'),
  'There are too many groups': t('There are too many groups'),
  'Too many criteria': t('Too many criteria'),
  'A random order has no groups': t('A random order has no groups'),
  'A folder cannot be moved into itself': t('A folder cannot be moved into itself'),
  'Parts of the file are missing; send it again': t('Parts of the file are missing; send it again'),
  'The file is in use; try again': t('The file is in use; try again'),
  'The file was changed in the meantime': t('The file was changed in the meantime'),
  'The files with these bytes have changed; look at them again': t(
    'The files with these bytes have changed; look at them again',
  ),
  'The quota for unfinished uploads is exceeded': t('The quota for unfinished uploads is exceeded'),
  'The file is not an image that can be shown': t('The file is not an image that can be shown'),
  'The image would be too large': t('The image would be too large'),
  'The file is password-protected': t('The file is password-protected'),
  'Incorrect password for this file': t('Incorrect password for this file'),
  'Image not found': t('Image not found'),
  'Not found': t('Not found'),
  'Page not found': t('Page not found'),
  'Access denied: only the owner and admins can restore this': t(
    'Access denied: only the owner and admins can restore this',
  ),
  'Access denied: only the owner can change where backups are made': t(
    'Access denied: only the owner can change where backups are made',
  ),
  'Access denied: reading the past needs the right to change all objects': t(
    'Access denied: reading the past needs the right to change all objects',
  ),
  'Access denied: resolving this conflict needs the right to change it': t(
    'Access denied: resolving this conflict needs the right to change it',
  ),
  'Access denied: the history needs the right to change the file': t(
    'Access denied: the history needs the right to change the file',
  ),
  'Access denied: the history needs the right to change the object': t(
    'Access denied: the history needs the right to change the object',
  ),
  'Access denied: you may not create objects in this collection': t(
    'Access denied: you may not create objects in this collection',
  ),
  'Authentication required': t('Authentication required'),
  'Insufficient permissions': t('Insufficient permissions'),
  'Incorrect name or password': t('Incorrect name or password'),
  'Too many wrong passwords; try again later': t('Too many wrong passwords; try again later'),
  'Sessions opened with a link have no password': t('Sessions opened with a link have no password'),
  'API keys need the Pro edition; this folder is set to "standard"': t(
    'API keys need the Pro edition; this folder is set to "standard"',
  ),
  'Users need the Pro edition; this folder is set to "standard"': t(
    'Users need the Pro edition; this folder is set to "standard"',
  ),
  'This page belongs to another folder than the one Plinth serves now. Nothing was saved.': t(
    'This page belongs to another folder than the one Plinth serves now. Nothing was saved.',
  ),
  'You have too many drafts of unsaved changes; save or discard some': t(
    'You have too many drafts of unsaved changes; save or discard some',
  ),
  'The data folder cannot be written': t('The data folder cannot be written'),
  'The data folder is not available; Plinth continues when it is available again': t(
    'The data folder is not available; Plinth continues when it is available again',
  ),
  'The document is larger than 20 MB': t('The document is larger than 20 MB'),
  'The changes are larger than 64 MB together': t('The changes are larger than 64 MB together'),
  'This trash entry no longer exists': t('This trash entry no longer exists'),
  'Too many open files; try again': t('Too many open files; try again'),
  'Choose a folder for backups first': t('Choose a folder for backups first'),
  'The CSV file is empty': t('The CSV file is empty'),
  'The CSV file is neither UTF-8, UTF-16 nor Windows-1252 text': t(
    'The CSV file is neither UTF-8, UTF-16 nor Windows-1252 text',
  ),
  'The file is not UTF-8 text': t('The file is not UTF-8 text'),
  'The file is not valid JSON': t('The file is not valid JSON'),
  'The file must be a JSON list of objects': t('The file must be a JSON list of objects'),
  'The file must contain a JSON object': t('The file must contain a JSON object'),
  'The mapping cannot be used': t('The mapping cannot be used'),
  'This import is running already': t('This import is running already'),
  'This import is running': t('This import is running'),
  'Too many imports are running; try again later': t('Too many imports are running; try again later'),
  'Too many automations are running; try again in a moment': t(
    'Too many automations are running; try again in a moment',
  ),
  'This automation was created or changed outside Plinth or through the API; review and approve it before it runs':
    t(
      'This automation was created or changed outside Plinth or through the API; review and approve it before it runs',
    ),
  'This user was created or changed outside Plinth; review and approve it first': t(
    'This user was created or changed outside Plinth; review and approve it first',
  ),
  'Validation failed': t('Validation failed'),
  'The folder is being closed': t('The folder is being closed'),
  'Too many searches; try again later': t('Too many searches; try again later'),
};
