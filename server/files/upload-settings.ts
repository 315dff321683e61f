/** Max sizes and sources of files, from the folder's settings (spec/limits.md#uploads). */
import { type StoredSettings, settingValue } from '../settings/read.js';
import { ALLOWED_HOSTS, FETCH_TIME, UNFINISHED, UPLOAD_SIZES } from '../settings/uploads.js';

const MB = 1024 * 1024;

export interface UploadSettings {
  /** Max bytes of a file: in one request, fetched by URL, in pieces. */
  sentLimit: number;
  fetchLimit: number;
  chunkedLimit: number;
  /** Files in pieces that may be unfinished at a time. */
  unfinished: number;
  /** Timeout for a file fetched by URL, in milliseconds. */
  fetchTime: number;
  /** Hosts files are fetched from though they are not public. */
  allowedHosts: readonly string[];
}

/** 0 means any size. */
const bytesOf = (megabytes: number): number =>
  megabytes === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(megabytes * MB);

/** Reads them; invalid settings are ignored. */
export const uploadSettings = (settings: StoredSettings): UploadSettings => ({
  sentLimit: bytesOf(settingValue(settings, UPLOAD_SIZES.sent)),
  fetchLimit: bytesOf(settingValue(settings, UPLOAD_SIZES.fetched)),
  chunkedLimit: bytesOf(settingValue(settings, UPLOAD_SIZES.chunked)),
  unfinished: settingValue(settings, UNFINISHED),
  fetchTime: settingValue(settings, FETCH_TIME) * 1000,
  allowedHosts: settingValue(settings, ALLOWED_HOSTS),
});
