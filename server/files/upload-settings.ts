/** How large files may be and where they may come from, as the folder's settings say it (facts 4.4; promises, part 5). */

const MB = 1024 * 1024;

/** In bytes, unless the setting `general.maxDownloadSize` says otherwise (in MB, 0 for any). */
const FETCHED = 200 * MB;
const CHUNKED = 2048 * MB;

export interface UploadSettings {
  /** Largest file in bytes that is fetched by its address, and that comes in pieces. */
  fetchLimit: number;
  chunkedLimit: number;
  /** Hosts files are fetched from though they are not public: `uploads.allowedHosts`. */
  allowedHosts: string[];
}

const recordIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Reads them; what is no setting counts as none. */
export function uploadSettings(settings: Readonly<Record<string, unknown>>): UploadSettings {
  const { maxDownloadSize } = recordIn(settings.general);
  const given = typeof maxDownloadSize === 'number' && maxDownloadSize >= 0 ? maxDownloadSize : undefined;
  const bytes = given === 0 ? Number.MAX_SAFE_INTEGER : given === undefined ? undefined : given * MB;
  const { allowedHosts } = recordIn(settings.uploads);
  return {
    fetchLimit: bytes ?? FETCHED,
    chunkedLimit: bytes ?? CHUNKED,
    allowedHosts: Array.isArray(allowedHosts) ? allowedHosts.filter((host) => typeof host === 'string') : [],
  };
}
