/** Settings of uploads and of derived images. */
import type { FlagSetting, NumberSetting, Setting, TextsSetting } from '../contract/settings.js';

const SIZES = 'Largest files';
const FETCHED = 'Files from URLs';
const IMAGES = 'Derived images';

const size = <Name extends string>(name: Name, standard: number, label: string, help: string) =>
  ({
    name,
    section: 'uploads',
    group: SIZES,
    type: 'number',
    label,
    help,
    minimum: 0,
    maximum: 1_000_000,
    fraction: true,
    unit: 'MB',
    default: standard,
  }) as const satisfies NumberSetting;

export const UPLOAD_SIZES = {
  sent: size('uploads.maxFileSize', 500, 'Max size in one request', '0: no limit.'),
  chunked: size(
    'uploads.maxChunkedSize',
    2048,
    'Max size in chunks',
    'Used for large files such as videos. 0: no limit.',
  ),
  fetched: size(
    'general.maxDownloadSize',
    200,
    'Max size from a URL',
    'Measured while downloading, after decompression. 0: no limit.',
  ),
} as const;

export const UNFINISHED = {
  name: 'uploads.maxUnfinished',
  section: 'uploads',
  group: SIZES,
  type: 'number',
  label: 'Unfinished chunked uploads',
  help: 'How many uploads can wait for further chunks, for one day at most.',
  minimum: 1,
  maximum: 100_000,
  unit: '',
  default: 1000,
} as const satisfies NumberSetting;

export const ALLOWED_HOSTS = {
  name: 'uploads.allowedHosts',
  section: 'uploads',
  group: FETCHED,
  type: 'texts',
  format: 'host',
  label: 'Allowed private hosts',
  help: 'Files are only fetched from public hosts, to protect other machines of this network. List private hosts that are allowed.',
  maxItems: 50,
  example: 'nas.local',
  default: [],
} as const satisfies TextsSetting;

export const FETCH_TIME = {
  name: 'uploads.maxFetchTime',
  section: 'uploads',
  group: FETCHED,
  type: 'number',
  label: 'Timeout',
  help: 'From the DNS lookup to the last byte.',
  minimum: 1,
  maximum: 3600,
  unit: 's',
  default: 60,
} as const satisfies NumberSetting;

const quality = <Name extends string>(name: Name, standard: number, label: string) =>
  ({
    name,
    section: 'uploads',
    group: IMAGES,
    type: 'number',
    label,
    help: 'Used when a URL has no quality parameter.',
    minimum: 1,
    maximum: 100,
    unit: '%',
    approval: 'none',
    default: standard,
  }) as const satisfies NumberSetting;

/** Many photos contain the position where they were taken, and publishers seldom think of it. */
export const SHOWS_PLACES = {
  name: 'imageworks.showLocation',
  section: 'uploads',
  group: 'Images',
  type: 'flag',
  label: 'Include GPS position',
  help: 'Responses include latitude, longitude and altitude of images. Derived images never do.',
  default: false,
} as const satisfies FlagSetting;

/** By the format of the derived image; PNG has none. */
export const IMAGE_QUALITY = {
  jpg: quality('imageworks.quality.jpg', 92, 'JPEG quality'),
  webp: quality('imageworks.quality.webp', 82, 'WebP quality'),
  avif: quality('imageworks.quality.avif', 55, 'AVIF quality'),
} as const;

export const UPLOAD_SETTINGS: readonly Setting[] = [
  ...Object.values(UPLOAD_SIZES),
  UNFINISHED,
  ALLOWED_HOSTS,
  FETCH_TIME,
  SHOWS_PLACES,
  ...Object.values(IMAGE_QUALITY),
];
