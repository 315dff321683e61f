/** `plinth assets`: the images and files of a site that was built earlier (spec/site-assets.md). */
import { action, commandOf, FOLDER_OPTIONS, onlyWord, takes, UsageError } from './command.js';
import { existingFolder, placesOf } from './folder.js';
import { ASSETS_OPTIONS, assetUrlOf, quietServer, runAssets } from './site-assets.js';

export const command = commandOf(
  'assets',
  {
    usage: [
      'DIR --data FOLDER [--from URL] [--assets-url URL] [--site-url URL] [--allow-missing] [--drafts]',
    ],
    about: `Writes the images and files that the built site in DIR shows beside it, and changes their addresses in its
HTML, CSS, JavaScript, JSON and XML, so that the site works without Plinth. "plinth exec --assets DIR" does the same
after a build.

Files are named by their content. Those of earlier runs that no page shows are removed. When a file is missing, no page
is changed and the exit code is 1.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      from: takes(
        'URL',
        'the address of Plinth during the build, if it was not that of "plinth exec" or port 4180',
      ),
      ...ASSETS_OPTIONS,
    },
    words: true,
    async run({ values, words }) {
      const directory = onlyWord(words, 'Pass exactly one folder of a site');
      if (values.from !== undefined && !URL.canParse(values.from)) throw new UsageError('--from takes a URL');
      assetUrlOf(values);
      const folder = await existingFolder(values);
      const server = await quietServer(folder, placesOf(values));
      try {
        const served = values.from === undefined ? [] : [new URL(values.from).host];
        await runAssets(server, directory, values, { folder, served });
      } finally {
        await server.close();
      }
    },
  }),
);
