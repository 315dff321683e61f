/**
 * The effective settings of a folder on this machine: those that allow more than their default count once they are
 * approved.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeOrigin } from '../contract/changes.js';
import type { JsonObject } from '../contract/values.js';
import {
  type AccessGrantingSetting,
  accessGrantingSettings,
  withoutSettings,
} from '../settings/access-granting.js';
import { type StoredSettings, storedValue } from '../settings/read.js';
import { checkedChange, place } from '../settings/settings.js';
import { SETTINGS } from '../settings/table.js';
import type { SettingsRecord } from '../store/types/documents.js';
import { digestOf, type Trust } from './trust.js';

/** The name of a setting in the trust records. */
export const settingRecord = (name: string): string => `setting:${name}`;

export class FolderSettings<T extends StoredSettings> {
  readonly #record: SettingsRecord<T>;
  readonly #trust: Trust;
  #known: { stored: T; revision: object; value: StoredSettings } | undefined;

  constructor(record: SettingsRecord<T>, trust: Trust) {
    this.#record = record;
    this.#trust = trust;
  }

  /** The effective settings; the same object as long as they are unchanged. */
  read(): StoredSettings {
    const stored = this.#record.read();
    const revision = this.#trust.revision();
    if (this.#known?.stored !== stored || this.#known.revision !== revision) {
      const names = this.pendingSettings().map(({ setting }) => setting.name);
      this.#known = { stored, revision, value: withoutSettings(stored, names) };
    }
    return this.#known.value;
  }

  /** The stored settings, approved or not. */
  stored(): StoredSettings {
    return this.#record.read();
  }

  /** Settings that allow more than their default and are not approved. */
  pendingSettings(): AccessGrantingSetting[] {
    return accessGrantingSettings(this.#record.read()).filter(
      ({ setting, value }) =>
        this.#trust.approvalOf(settingRecord(setting.name), digestOf(value)) !== 'approved',
    );
  }

  /**
   * Changes settings by their names; null resets one to its default. Values set here are approved. Throws `validation`
   * with every problem at once, and what `check` throws for the new settings; nothing has changed then.
   */
  async change(edit: JsonObject, change: ChangeOrigin, check: () => void = () => {}): Promise<void> {
    const values: JsonObject = checkedChange(edit);
    // Read first: a change by another program after the check is then noticed by the write.
    const before = this.#record.read();
    check();
    const digests = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [settingRecord(name), digestOf(value)]),
    );
    // Approved before it is written: after a crash in between, the owner's own setting must not need approval.
    if (Object.keys(values).length === 0) return;
    await this.#trust.approveAlso(digests);
    await this.#write(values, { before, change, check });
    await this.#trust.approve(digests);
  }

  /** As `change`, with values of an earlier version: those that allow more than their default are not approved by it. */
  async restore(edit: JsonObject, change: ChangeOrigin, check: () => void): Promise<void> {
    const values = checkedChange(edit);
    const before = this.#record.read();
    check();
    if (Object.keys(values).length > 0) await this.#write(values, { before, change, check });
  }

  /** The values of all settings in a document by their names; null for those it does not have. */
  valuesIn(document: JsonObject): JsonObject {
    const values = SETTINGS.map(({ name }) => [name, storedValue(document, name) ?? null]);
    return JSON.parse(JSON.stringify(Object.fromEntries(values)));
  }

  async #write(
    values: JsonObject,
    { before, change, check }: { before: T; change: ChangeOrigin; check: () => void },
  ): Promise<void> {
    await this.#record.update((stored) => {
      if (!isDeepStrictEqual(stored, before)) check();
      for (const [name, value] of Object.entries(values)) place(stored, name.split('.'), value);
    }, change);
  }
}
