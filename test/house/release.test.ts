/** What a release is made of: the formats of the configuration, the workflow that carries them, and the manifests. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const config = parse(read('electron-builder.yml'));
const workflow = read('.github/workflows/release.yml');

/** What a target of electron-builder is as a file. */
const EXTENSIONS: Readonly<Record<string, string>> = { nsis: 'exe' };
const extensions: string[] = ['linux', 'mac', 'win'].flatMap((os) =>
  config[os].target.map((target: string) => EXTENSIONS[target] ?? target),
);

describe('a release', () => {
  it('has packages for the managers of Linux, and files that update themselves on each system', () => {
    expect(extensions.sort()).toEqual(['AppImage', 'deb', 'dmg', 'exe', 'rpm', 'zip']);
    // Squirrel on macOS takes a .zip, and only those.
    expect(config.mac.target).toContain('zip');
    const { provider, url } = config.publish;
    // Machines of one system write files of the same name for each architecture.
    expect([provider, url]).toEqual(['generic', expect.stringMatching(/^https:\/\/\S+\$\{os\}-\$\{arch\}$/)]);
  });

  it.each(extensions)('lists, attests and uploads each .%s', (extension) => {
    expect(workflow).toContain(`-name '*.${extension}'`);
    expect(workflow.split(`release/*.${extension}\n`)).toHaveLength(3);
  });

  it('is packed on a machine of each system and architecture', () => {
    const [, matrix = ''] = /Package[\s\S]*?os: \[(.*)\]/.exec(workflow) ?? [];
    expect(matrix.split(', ')).toHaveLength(6);
    expect(workflow).toContain('apt-get install -y rpm');
  });

  it('has the texts for software centers in every package for Linux', () => {
    const file = 'resources/pack/dev.plinth.app.metainfo.xml';
    expect(existsSync(join(root, file))).toBe(true);
    const place = 'usr/share/metainfo/dev.plinth.app.metainfo.xml';
    expect(config.linux.extraFiles).toEqual([{ from: file, to: place }]);
    for (const format of ['deb', 'rpm']) expect(config[format].fpm).toEqual([`${file}=/${place}`]);
    const text = read(file);
    expect(text).toContain(`<id>${config.appId}</id>`);
    expect(text).toContain(
      `<launchable type="desktop-id">${config.linux.executableName}.desktop</launchable>`,
    );
    expect(text).toContain(`<mediatype>${config.fileAssociations[0].mimeType}</mediatype>`);
    expect(text).toContain(`<summary>${config.linux.synopsis}</summary>`);
    // Every text is there in German, too.
    for (const element of ['summary', 'p'])
      expect(text.split(`<${element}>`).length).toBe(text.split(`<${element} xml:lang="de">`).length);
    expect(config.linux.desktop.entry['Comment[de]']).toBe(/xml:lang="de">(.*)<\/summary>/.exec(text)?.[1]);
  });
});

/** The files of a release of all systems, as the machines hand them over. */
function installers() {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const names = { linux: ['AppImage', 'deb', 'rpm'], mac: ['zip', 'dmg'], win: ['exe'] };
  for (const [os, formats] of Object.entries(names)) {
    for (const arch of ['x64', 'arm64']) {
      for (const format of formats) write(`Plinth-1.2.3-${os}-${arch}.${format}`, `${os} ${arch} ${format}`);
      const [first] = formats;
      const url = `Plinth-1.2.3-${os}-${arch}.${first}`;
      const sha512 = createHash('sha512').update(`${os} ${arch} ${first}`).digest('base64');
      mkdirSync(join(folder, 'feed', `${os}-${arch}`), { recursive: true });
      write(
        `feed/${os}-${arch}/latest.yml`,
        `version: 1.2.3\nfiles:\n  - url: ${url}\n    sha512: ${sha512}\n    size: 7\npath: ${url}\nsha512: ${sha512}\nreleaseDate: '2026-11-23T00:00:00.000Z'\n`,
      );
    }
  }
  return { folder, write };
}

describe('the packed app', () => {
  /** Versions of macOS by the names that Electron and Homebrew use. */
  const MACOS: Readonly<Record<string, string>> = { Monterey: '12.0', Ventura: '13.0', Sonoma: '14.0' };

  it('asks for the macOS that Electron needs, in its package and in Homebrew', () => {
    const [, name = ''] = /macOS \((\w+) and up\)/.exec(read('node_modules/electron/README.md')) ?? [];
    expect(config.mac.minimumSystemVersion).toBe(MACOS[name]);
    expect(read('resources/pack/manifests.mjs')).toContain(`macos: ">= :${name.toLowerCase()}"`);
  });

  it('is configured as electron-builder wants it', async () => {
    const builder = createRequire(import.meta.url);
    const { validateConfiguration } = builder('app-builder-lib/out/util/config/config');
    const { DebugLogger } = builder('builder-util');
    await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined();
    await expect(validateConfiguration({ ...config, nonsense: 1 }, new DebugLogger(false))).rejects.toThrow();
  });

  it('has the name of its desktop file, by which Linux knows its windows', () => {
    expect(JSON.parse(read('package.json')).desktopName).toBe(`${config.linux.executableName}.desktop`);
  });

  /** The sides of the images in an .ico. */
  function sidesOf(path: string): number[] {
    const file = readFileSync(join(root, path));
    return Array.from({ length: file.readUInt16LE(4) }, (_, index) => file.readUInt8(6 + 16 * index) || 256);
  }

  it('has icons of all sizes that a system shows, and images for the place beside the clock', async () => {
    expect(sidesOf(config.win.icon)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256]);
    expect(sidesOf('resources/icons/tray/tray.ico')).toEqual([16, 20, 24, 32, 40, 48]);
    expect(read(config.mac.icon).startsWith('icns')).toBe(true);
    expect(config.files).toContain('resources/icons/tray/*.{ico,png}');
    for (const [name, side] of Object.entries({ 'trayTemplate.png': 16, 'trayTemplate@2x.png': 32 })) {
      const image = sharp(join(root, 'resources/icons/tray', name));
      const { width, height, hasAlpha } = await image.metadata();
      expect([width, height, hasAlpha]).toEqual([side, side, true]);
      // macOS looks at the alpha only; a system that does not would show what is black.
      const { channels } = await image.stats();
      expect(channels.slice(0, 3).map(({ max }) => max)).toEqual([0, 0, 0]);
    }
  });

  it('tells macOS why it reads the places of the user, and opens folders', () => {
    const { extendInfo } = config.mac;
    const places = [
      'DocumentsFolder',
      'DesktopFolder',
      'DownloadsFolder',
      'RemovableVolumes',
      'NetworkVolumes',
    ];
    for (const place of places) expect(extendInfo[`NS${place}UsageDescription`]).toMatch(/\.$/);
    expect(extendInfo.CFBundleDocumentTypes[0].LSItemContentTypes).toEqual(['public.folder']);
  });
});

describe('the manifests of a release', async () => {
  const { manifests } = await import(join(root, 'resources/pack/manifests.mjs'));
  const made = (folder: string): Map<string, string> => manifests(folder, '1.2.3', 'plinth/plinth');
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const release = 'https://github.com/plinth/plinth/releases/download/v1.2.3';

  it('name each file with its hash: Homebrew, winget and the updater', () => {
    const files = made(installers().folder);
    const cask = files.get('homebrew/Casks/plinth.rb') ?? '';
    for (const arch of ['arm64', 'x64']) expect(cask).toContain(`"${sha256(`mac ${arch} dmg`)}"`);
    const winget = parse(
      files.get('winget/manifests/p/Plinth/Plinth/1.2.3/Plinth.Plinth.installer.yaml') ?? '',
    );
    expect(winget.Installers).toEqual(
      ['x64', 'arm64'].map((Architecture) => ({
        Architecture,
        InstallerUrl: `${release}/Plinth-1.2.3-win-${Architecture}.exe`,
        InstallerSha256: sha256(`win ${Architecture} exe`).toUpperCase(),
      })),
    );
    const feeds = [...files].filter(([path]) => path.startsWith('updates/'));
    expect(feeds).toHaveLength(6);
    const feed = parse(files.get('updates/linux-arm64/latest.yml') ?? '');
    const url = `${release}/Plinth-1.2.3-linux-arm64.AppImage`;
    expect([feed.path, feed.files[0].url, feed.releaseDate]).toEqual([url, url, '2026-11-23T00:00:00.000Z']);
  });

  it('are not made of files that are missing, of another version or with other bytes than announced', () => {
    const other = installers();
    other.write('Plinth-1.2.3-linux-x64.AppImage', 'other bytes');
    expect(() => made(other.folder)).toThrow('Plinth-1.2.3-linux-x64.AppImage has other bytes');
    const older = installers();
    older.write('feed/win-x64/latest.yml', 'version: 1.2.2\nfiles: []\n');
    expect(() => made(older.folder)).toThrow('win-x64/latest.yml is of version 1.2.2');
    const missing = installers();
    rmSync(join(missing.folder, 'Plinth-1.2.3-mac-x64.dmg'));
    expect(() => made(missing.folder)).toThrow('ENOENT');
  });
});
