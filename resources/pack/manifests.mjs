// Writes what package managers and the updater of the app need to know of a release, from its files and their hashes:
//   node resources/pack/manifests.mjs INSTALLERS VERSION OWNER/REPOSITORY OUT
// INSTALLERS has the files of all systems and what electron-builder says of them in `feed/OS-ARCH/latest*.yml`.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { parse, stringify } from 'yaml';

const PACKAGE = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const ID = 'Plinth.Plinth';
const DESCRIPTION = 'Desktop CMS whose content is a folder';
const SCHEMA = '1.6.0';

/** Systems and architectures as electron-builder names them in files. */
const TARGETS = ['linux', 'mac', 'win'].flatMap((os) => ['x64', 'arm64'].map((arch) => `${os}-${arch}`));

/** @returns {Map<string, string>} texts by their path */
export function manifests(installers, version, repository) {
  const address = (file) =>
    `https://github.com/${repository}/releases/download/v${version}/${encodeURIComponent(file)}`;
  const hash = (file, algorithm, encoding) =>
    createHash(algorithm)
      .update(readFileSync(join(installers, file)))
      .digest(encoding);
  const sha256 = (file) => hash(file, 'sha256', 'hex');
  return new Map([
    ['homebrew/Casks/plinth.rb', cask(version, repository, sha256)],
    ...winget(version, address, sha256),
    ...feeds(installers, version, address, (file) => hash(file, 'sha512', 'base64')),
  ]);
}

function cask(version, repository, sha256) {
  const file = (arch) => `Plinth-${version}-mac-${arch}.dmg`;
  return `cask "plinth" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${sha256(file('arm64'))}",
         intel: "${sha256(file('x64'))}"

  url "https://github.com/${repository}/releases/download/v#{version}/Plinth-#{version}-mac-#{arch}.dmg"
  name "Plinth"
  desc "${DESCRIPTION}"
  homepage "${PACKAGE.homepage}"

  depends_on macos: ">= :ventura"

  app "Plinth.app"
  binary "#{appdir}/Plinth.app/Contents/Resources/bin/plinth"

  # The history of folders, in "~/Library/Application Support/plinth", stays.
  zap trash: [
    "~/Library/Application Support/Plinth App",
    "~/Library/Caches/plinth",
    "~/Library/Preferences/dev.plinth.app.plist",
    "~/Library/Saved Application State/dev.plinth.app.savedState",
  ]
end
`;
}

function winget(version, address, sha256) {
  const common = { PackageIdentifier: ID, PackageVersion: version };
  const files = {
    '': { ...common, DefaultLocale: 'en-US', ManifestType: 'version' },
    '.installer': {
      ...common,
      InstallerType: 'nullsoft',
      Scope: 'user',
      UpgradeBehavior: 'install',
      Protocols: ['plinth'],
      FileExtensions: ['plinth'],
      Installers: ['x64', 'arm64'].map((Architecture) => {
        const file = `Plinth-${version}-win-${Architecture}.exe`;
        return { Architecture, InstallerUrl: address(file), InstallerSha256: sha256(file).toUpperCase() };
      }),
      ManifestType: 'installer',
    },
    '.locale.en-US': {
      ...common,
      PackageLocale: 'en-US',
      Publisher: PACKAGE.author,
      PackageName: PACKAGE.productName,
      PackageUrl: PACKAGE.homepage,
      License: PACKAGE.license,
      ShortDescription: DESCRIPTION,
      ManifestType: 'defaultLocale',
    },
  };
  return Object.entries(files).map(([part, manifest]) => [
    `winget/manifests/p/Plinth/Plinth/${version}/${ID}${part}.yaml`,
    stringify({ ...manifest, ManifestVersion: SCHEMA }),
  ]);
}

/** The feed of each system and architecture, with the addresses of the release. */
function feeds(installers, version, address, sha512) {
  return TARGETS.flatMap((target) =>
    readdirSync(join(installers, 'feed', target)).map((name) => {
      const feed = parse(readFileSync(join(installers, 'feed', target, name), 'utf8'));
      if (feed.version !== version)
        throw new Error(`${target}/${name} is of version ${feed.version}, not ${version}`);
      const checked = (file, announced) => {
        if (sha512(file) !== announced)
          throw new Error(`${file} has other bytes than ${target}/${name} says`);
        return address(file);
      };
      const files = feed.files.map((file) => ({ ...file, url: checked(file.url, file.sha512) }));
      return [
        `updates/${target}/${name}`,
        stringify({ ...feed, files, path: checked(feed.path, feed.sha512) }),
      ];
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  const [installers, version, repository, out] = process.argv.slice(2);
  for (const [path, text] of manifests(installers, version, repository)) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  }
}
