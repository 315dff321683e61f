/** Images and files of a built site, for `plinth exec --assets` and `plinth assets`. */
import { openLog } from '../http/log.js';
import { type AssetUrl, assetUrl, siteUrl } from '../publishing/asset-url.js';
import { type AssetsReport, collectAssets } from '../publishing/site-assets.js';
import { Source } from '../publishing/source.js';
import { DEFAULT_PORT, type RunningServer, type StartOptions, startServer } from '../start.js';
import { OutputFolder } from '../store/host/output-folder.js';
import { portFor } from '../store/host/runtime-file.js';
import { emit, flag, note, takes, type Values } from './command.js';

export const ASSETS_OPTIONS = {
  'assets-url': takes(
    'URL',
    'where the files are for visitors: a path (/blog/files for a site below /blog/), a full URL, or ./NAME for addresses relative to each page; the last segment is the folder in DIR. Default: /plinth-assets, below the path of --site-url',
  ),
  'site-url': takes(
    'URL',
    'the address of the site, e.g. https://example.org: feeds, sitemaps, og:image and twitter:image get full addresses',
  ),
  'allow-missing': flag('go on when a file is missing; its address stays as it is'),
  drafts: flag('also files of objects that are not published'),
};

type AssetsValues = Values<typeof ASSETS_OPTIONS> & { json?: boolean | undefined };

/** Where the files go. Throws PlinthError for a bad `--assets-url` or `--site-url`. */
export function assetUrlOf(values: AssetsValues): AssetUrl {
  const site = values['site-url'] === undefined ? undefined : siteUrl(values['site-url']);
  return assetUrl(values['assets-url'] ?? `${site?.pathname ?? '/'}plinth-assets`, site);
}

/** A server that listens nowhere and leaves the folder to others. */
export const quietServer = (
  folder: string,
  places: { cache: string; state: string },
  more: Pick<StartOptions, 'perspective'> = {},
): Promise<RunningServer> =>
  startServer({ folder, ...places, port: 0, listens: false, lock: false, log: openLog(), ...more });

/** A reader of the folder with a temporary key. `throughSets`: the server shows it through change sets. */
export function sourceOf({ site, requests }: RunningServer, drafts: boolean, throughSets = false): Source {
  const { key } = site.keys.addEphemeral({ name: 'export', methods: ['GET'], paths: ['*'] });
  return new Source({ requests, key, drafts, throughSets });
}

/** Collects the files of the site in `directory`, and reports. `served`: further hosts with ports of the build. */
export async function runAssets(
  server: RunningServer,
  directory: string,
  values: AssetsValues,
  { folder: data, served }: { folder: string; served: readonly string[] },
): Promise<AssetsReport> {
  const folder = await OutputFolder.open(directory, { apart: server.dataDir, mustExist: true });
  try {
    const ports = [portFor(data), DEFAULT_PORT];
    const local = ports.flatMap((port) => [`127.0.0.1:${port}`, `localhost:${port}`]);
    const report = await collectAssets({
      source: sourceOf(server, values.drafts ?? false),
      folder,
      url: assetUrlOf(values),
      hosts: [...new Set([...served, ...local])],
      allowMissing: values['allow-missing'] ?? false,
    });
    tell(report, values.json ?? false);
    return report;
  } finally {
    await folder.close();
  }
}

function tell({ problems, notes, ...counts }: AssetsReport, json: boolean): void {
  if (json) {
    emit({ event: 'assets', ...counts, problems, notes });
    return;
  }
  const { addresses, written, unchanged, removed, changed } = counts;
  if (addresses > 0 || removed > 0) {
    const files = `${written} written, ${unchanged} unchanged, ${removed} removed`;
    note(`Files of the site: ${addresses} addresses; ${files}; ${changed} pages changed`);
  }
  for (const [path, lines] of Object.entries(problems)) for (const line of lines) note(`  ${path}: ${line}`);
  for (const line of notes) note(`  ${line}`);
}
