/** Settings of files that come in, and of images made of them. */
import type { FlagSetting, NumberSetting, Setting, TextsSetting } from '../contract/settings.js';

const SIZES = 'Largest files';
const FETCHED = 'Files by their address';
const IMAGES = 'Images made of images';

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
  sent: size('uploads.maxFileSize', 500, 'In one request', '0 for any size.'),
  chunked: size('uploads.maxChunkedSize', 2048, 'In pieces', 'As large films are sent. 0 for any size.'),
  fetched: size(
    'general.maxDownloadSize',
    200,
    'Fetched by its address',
    'Counted unpacked and as it comes. 0 for any size.',
  ),
} as const;

export const UNFINISHED = {
  name: 'uploads.maxUnfinished',
  section: 'uploads',
  group: SIZES,
  type: 'number',
  label: 'Unfinished files in pieces',
  help: 'How many may wait for their other pieces, for a day at most.',
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
  label: 'Hosts beside the public ones',
  help: 'Files are fetched from public hosts only, so that nobody can have this machine read others of its network. These may be asked all the same.',
  most: 50,
  example: 'nas.local',
  default: [],
} as const satisfies TextsSetting;

export const FETCH_TIME = {
  name: 'uploads.maxFetchTime',
  section: 'uploads',
  group: FETCHED,
  type: 'number',
  label: 'Longest time',
  help: 'From looking up the name to the last byte.',
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
    help: 'Where an address names no quality of its own.',
    minimum: 1,
    maximum: 100,
    unit: '%',
    default: standard,
  }) as const satisfies NumberSetting;

/** Where a photo was taken is in many of them, and who publishes one seldom thinks of it. */
export const SHOWS_PLACES = {
  name: 'imageworks.showLocation',
  section: 'uploads',
  group: 'Images',
  type: 'flag',
  label: 'Show where pictures were taken',
  help: 'Answers then have latitude, longitude and altitude of images. Images made of images never do.',
  default: false,
} as const satisfies FlagSetting;

/** By the format of the image that is made; PNG has none. */
export const IMAGE_QUALITY = {
  jpg: quality('imageworks.quality.jpg', 92, 'Quality of JPEG'),
  webp: quality('imageworks.quality.webp', 82, 'Quality of WebP'),
  avif: quality('imageworks.quality.avif', 55, 'Quality of AVIF'),
} as const;

export const UPLOAD_SETTINGS: readonly Setting[] = [
  ...Object.values(UPLOAD_SIZES),
  UNFINISHED,
  ALLOWED_HOSTS,
  FETCH_TIME,
  SHOWS_PLACES,
  ...Object.values(IMAGE_QUALITY),
];
