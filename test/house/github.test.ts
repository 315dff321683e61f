import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const workflows = readdirSync(join(root, '.github/workflows'));

/** The lines of a job, which are indented deeper than its name. */
function job(workflow: string, name: string): string {
  const [, lines = ''] = new RegExp(`\\n {2}${name}:\\n((?: {4}.*\\n|\\n)+)`).exec(workflow) ?? [];
  return lines;
}

describe('the workflows', () => {
  const test = read('.github/workflows/test.yml');
  const release = read('.github/workflows/release.yml');

  it("run the README's test command on Linux, macOS and Windows", () => {
    const [, command = ''] = /## Test it\n[^#]*?```sh\n(.+)\n/.exec(read('README.md')) ?? [];
    expect(command).not.toBe('');
    expect(job(test, 'test')).toContain(`- run: ${command}\n`);
    for (const name of ['test', 'desktop']) {
      expect(job(test, name)).toMatch(/os: \[ubuntu-\S+, macos-\S+, windows-\S+\]/);
    }
  });

  it('run the desktop specs in real Electron or fail', () => {
    expect(job(test, 'desktop')).toContain("PLINTH_REQUIRE_ELECTRON: '1'");
  });

  it('pack a release only after all of these tests', () => {
    expect(job(release, 'test')).toContain('uses: ./.github/workflows/test.yml');
    expect(job(release, 'package')).toContain('needs: test\n');
    expect(job(release, 'package')).toContain('electron-builder');
    expect(job(release, 'release')).toContain('needs: package\n');
    expect(release.split('electron-builder --publish')).toHaveLength(2);
  });

  it.each(workflows)('%s pins actions to a major version', (file) => {
    const used = [...read(`.github/workflows/${file}`).matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used)
      expect(action).toMatch(/^(?:actions\/[a-z-]+@v\d+|\.\/\.github\/workflows\/\S+)$/);
  });
});
