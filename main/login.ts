import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { app } from 'electron';
import { programPath } from './places.js';

/** Whether the system starts the app when the user signs in. What the system says is what holds. */
export interface OpeningAtLogin {
  /** Not from sources, nor where only the system may ask for it. */
  readonly offered: boolean;
  readonly on: boolean;
  switch(on: boolean): void;
}

export function openingAtLogin(): OpeningAtLogin {
  if (process.platform === 'linux') return byAutostart(programPath(), process.env, app.isPackaged);
  return {
    offered: app.isPackaged && process.mas !== true && process.windowsStore !== true,
    get on() {
      return app.getLoginItemSettings().openAtLogin;
    },
    switch: (on) => app.setLoginItemSettings({ openAtLogin: on }),
  };
}

const FILE = 'dev.plinth.app.desktop';

/** By a file of the XDG autostart specification, which desktops show and change as well. */
export function byAutostart(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): OpeningAtLogin {
  const config = env.XDG_CONFIG_HOME ?? '';
  const folder = join(isAbsolute(config) ? config : join(homedir(), '.config'), 'autostart');
  const file = join(folder, FILE);
  const offered = isPackaged && env.FLATPAK_ID === undefined && env.SNAP === undefined;
  const entry = () => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  };
  const isOn = () => {
    const text = entry();
    return text !== undefined && !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(text);
  };
  function write(): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.tmp`, autostartEntry(program));
    renameSync(`${file}.tmp`, file);
  }
  // An AppImage that has updated itself is a file with another name.
  if (offered && isOn() && entry() !== autostartEntry(program)) write();
  return {
    offered,
    get on() {
      return isOn();
    },
    switch(on) {
      if (on) write();
      else rmSync(file, { force: true });
    },
  };
}

/** Text of the file. In a quoted argument of `Exec` four characters are escaped, twice, and a percent sign is doubled. */
export function autostartEntry(program: string): string {
  const argument = program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `[Desktop Entry]\nType=Application\nName=Plinth\nIcon=plinth\nExec="${argument}"\nX-GNOME-Autostart-enabled=true\n`;
}
