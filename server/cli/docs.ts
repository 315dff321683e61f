/** `plinth docs`: prints the documentation of this installation. */
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { isAbsent } from '../store/disk/fs-errors.js';
import { readTextFile } from '../store/host/files-outside.js';
import { packagePath } from '../store/host/resources.js';
import { action, commandOf, emit, flag, print, UsageError } from './command.js';

const NAME = /^[a-z0-9][a-z0-9-]*$/;

/** The file of a page; without a name the list of all pages. */
function fileOf(name: string | undefined): string {
  if (name === undefined) return 'llms.txt';
  return name === 'skill' ? 'skill/SKILL.md' : `${name}.md`;
}

export const command = commandOf(
  'docs',
  {
    usage: ['[PAGE] [--json]'],
    about: `Prints a page of the documentation as Markdown, or the list of all pages. It needs no folder and no server.
A running server shows the same pages at /docs/. PAGE is the name of a page, such as client, errors or deploying;
"skill" is the skill for coding agents.`,
  },
  action({
    options: { json: flag('print one line with the page') },
    words: true,
    async run({ values, words: [name, more] }) {
      if (more !== undefined) throw new UsageError('Name one page');
      const unknown = missing(message('docsMissing', { name: name ?? '' }));
      if (name !== undefined && !NAME.test(name)) throw unknown;
      let text: string;
      try {
        text = await readTextFile(packagePath('dist', 'docs', ...fileOf(name).split('/')));
      } catch (error) {
        if (!isAbsent(error)) throw error;
        throw name === undefined ? missing(message('docsNotBuilt')) : unknown;
      }
      if (values.json) emit({ event: 'page', page: name ?? 'llms.txt', text });
      else print(text.trimEnd());
    },
  }),
);
