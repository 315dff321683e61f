/** Settings of the folder, as `GET {api}/settings` shows them and `PATCH {api}/settings` changes them. */

/** Parts of the settings page, in its order. */
export const SETTING_SECTIONS = ['general', 'access', 'limits', 'uploads', 'automations', 'mcp'] as const;
export type SettingSection = (typeof SETTING_SECTIONS)[number];

interface Described {
  /** Its path in `.system/settings.json`, keys joined by dots. */
  readonly name: string;
  readonly section: SettingSection;
  /** Its heading within its section. */
  readonly group?: string;
  readonly label: string;
  readonly help?: string;
  /** Applies after a restart of the server; otherwise a change applies immediately. */
  readonly restart?: true;
  /**
   * Which values from elsewhere take effect only when they are approved on this machine: those that allow more than the
   * default, all but the default, or none. Absent: as its section has it.
   */
  readonly approval?: 'wider' | 'changed' | 'none';
}

export interface ChoiceSetting extends Described {
  readonly type: 'choice';
  /** Values and what they are called. */
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly default: string;
}

export interface TextSetting extends Described {
  readonly type: 'text';
  /**
   * `zone`: a name of the time zone database; `url`: an http or https address without a path; `toolPrefix`: the
   * beginning of a tool's name; `language`: a language tag.
   */
  readonly format?: 'zone' | 'url' | 'toolPrefix' | 'language';
  readonly maxLength: number;
  /** What an empty text means. */
  readonly empty?: string;
  readonly default: string;
}

export interface NumberSetting extends Described {
  readonly type: 'number';
  readonly minimum: number;
  readonly maximum: number;
  /** Fractions are allowed; without it only whole numbers are. */
  readonly fraction?: true;
  readonly unit?: string;
  readonly default: number;
}

export interface FlagSetting extends Described {
  readonly type: 'flag';
  readonly default: boolean;
}

/** Short texts, each once. */
export interface TextsSetting extends Described {
  readonly type: 'texts';
  /** `origins`: an origin, or `*` for all of them. */
  readonly format?: 'host' | 'origin' | 'origins' | 'address';
  readonly maxItems: number;
  readonly example?: string;
  readonly default: readonly string[];
}

export type Setting = ChoiceSetting | TextSetting | NumberSetting | FlagSetting | TextsSetting;

export type SettingValue = string | number | boolean | readonly string[];

/** A setting with its value. */
export type SettingState = Setting & {
  readonly value: SettingValue;
  /** Whether the file sets it; else the default holds. */
  readonly own: boolean;
  /** The invalid value in the file; the default applies instead. */
  readonly problem?: string;
  /** The file sets it to a value that has not been approved on this machine; the default applies instead. */
  readonly pending?: true;
};

/** `GET {api}/settings`, and what a `PATCH` answers. */
export interface SettingsAnswer {
  settings: SettingState[];
}

/** Body of `PATCH {api}/settings`: values by name; null takes one back to its default. */
export type SettingsChange = Record<string, SettingValue | null>;
