/** How large files may be and where they may come from, as the folder's settings say it (facts 4.4; promises, part 5). */

const MB = 1024 * 1024;

/** In bytes, unless `uploads.maxFileSize` or `general.maxDownloadSize` say otherwise (in MB; 0 for any). */
const SENT = 500 * MB;
const FETCHED = 200 * MB;
const CHUNKED = 2048 * MB;

export interface UploadSettings {
  /** Largest file in bytes in one request; that is fetched by its address; that comes in pieces. */
  sentLimit: number;
  fetchLimit: number;
  chunkedLimit: number;
  /** Hosts files are fetched from though they are not public: `uploads.allowedHosts`. */
  allowedHosts: string[];
}

const recordIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function bytesOf(megabytes: unknown): number | undefined {
  if (typeof megabytes !== 'number' || !(megabytes >= 0)) return undefined;
  return megabytes === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(megabytes * MB);
}

/** Reads them; what is no setting counts as none. */
export function uploadSettings(settings: Readonly<Record<string, unknown>>): UploadSettings {
  const { allowedHosts, maxFileSize } = recordIn(settings.uploads);
  const { maxDownloadSize } = recordIn(settings.general);
  return {
    sentLimit: bytesOf(maxFileSize) ?? SENT,
    fetchLimit: bytesOf(maxDownloadSize) ?? FETCHED,
    chunkedLimit: bytesOf(maxDownloadSize) ?? CHUNKED,
    allowedHosts: Array.isArray(allowedHosts) ? allowedHosts.filter((host) => typeof host === 'string') : [],
  };
}
