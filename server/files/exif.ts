/** What a camera and an image agency wrote into an image (spec/resources.md#image-value). */
import type { JsonObject } from '../contract/values.js';

/** Tags by name, as the library gives them. */
type Tags = Readonly<Record<string, unknown>>;

const asTags = (group: object | undefined): Tags => (group ? Object.fromEntries(Object.entries(group)) : {});

const reader = () => import('exifreader');

function words(tag: unknown): string {
  const description = typeof tag === 'object' && tag !== null && 'description' in tag ? tag.description : '';
  return typeof description === 'string' ? description.trim() : '';
}

/** A number, also where it is written as a fraction of two. */
function number(tag: unknown): number | undefined {
  const value = typeof tag === 'object' && tag !== null && 'value' in tag ? tag.value : undefined;
  const [over, under = 1] = Array.isArray(value) ? value : [value];
  const result = Number(over) / Number(under);
  return Number.isFinite(result) && value !== undefined ? Math.round(result * 1000) / 1000 : undefined;
}

/** `2026:03:02 07:11:00` as a time; without a zone it is taken as UTC. */
function moment(tags: Tags): string {
  const [, date, time] =
    /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)/.exec(words(tags.DateTimeOriginal ?? tags.DateTime)) ?? [];
  if (date === undefined || time === undefined || date.startsWith('0000')) return '';
  const zone = /^[+-]\d\d:\d\d$/.exec(words(tags.OffsetTimeOriginal))?.[0] ?? '+00:00';
  return `${date.replaceAll(':', '-')}T${time}${zone}`;
}

const first = (...candidates: readonly unknown[]): string =>
  candidates.map(words).find((word) => word !== '') ?? '';

/** Keys with the location of an image: removed where the folder's settings require it. */
const PLACES = ['latitude', 'longitude', 'altitude', 'country', 'state', 'city', 'sublocation'];

const decimal = (degrees: unknown): string | undefined =>
  typeof degrees === 'number' && Number.isFinite(degrees)
    ? String(Math.round(degrees * 1e6) / 1e6)
    : undefined;

export interface ImageMetadata {
  exif: JsonObject;
  /** Keywords, sorted, each once. */
  tags: string[];
}

function keywords(iptc: Tags, xmp: Tags): string[] {
  const lists = [iptc.Keywords, xmp.subject].flat();
  const all = lists.flatMap((tag) => words(tag).split(','));
  return [...new Set(all.map((word) => word.trim()).filter((word) => word !== ''))].sort();
}

function loaded(library: typeof import('exifreader'), bytes: Buffer) {
  const { exif, iptc, xmp, gps } = library.load(bytes, { expanded: true });
  return { exif: asTags(exif), iptc: asTags(iptc), xmp: asTags(xmp), gps: asTags(gps) };
}

/** Reads the metadata of an image's bytes; none where it cannot be read, which does not make the image invalid. */
export async function readMetadata(bytes: Buffer, { places }: { places: boolean }): Promise<ImageMetadata> {
  const { default: exifReader } = await reader();
  let found: ReturnType<typeof loaded>;
  try {
    found = loaded(exifReader, bytes);
  } catch {
    return { exif: {}, tags: [] };
  }
  const { exif, iptc, xmp, gps } = found;
  const camera = [words(exif.Make), words(exif.Model)];
  const [make = '', model = ''] = camera;
  const metadata: Record<string, string | number | undefined> = {
    camera: model.toLowerCase().startsWith(make.toLowerCase()) ? model : camera.join(' ').trim(),
    make,
    lens: first(exif.LensModel),
    aperture: number(exif.FNumber),
    iso: number(exif.ISOSpeedRatings),
    shutterSpeed: words(exif.ExposureTime),
    focalLength: number(exif.FocalLength),
    date: moment(exif),
    latitude: decimal(gps.Latitude),
    longitude: decimal(gps.Longitude),
    altitude: decimal(gps.Altitude),
    // XMP, which is edited later, is newer than the tags of agencies and cameras.
    author: first(xmp.creator, iptc['By-line'], exif.Artist),
    copyright: first(xmp.rights, iptc['Copyright Notice'], exif.Copyright),
    title: first(xmp.title, iptc['Object Name']),
    description: first(xmp.description, iptc['Caption/Abstract'], exif.ImageDescription),
    country: first(xmp.Country, iptc['Country/Primary Location Name']),
    state: first(xmp.State, iptc['Province/State']),
    city: first(xmp.City, iptc.City),
    sublocation: first(xmp.Location, iptc['Sub-location']),
  };
  const kept = Object.entries(metadata).flatMap(([key, value]): [string, string | number][] =>
    value === undefined || value === '' || (!places && PLACES.includes(key)) ? [] : [[key, value]],
  );
  return { exif: Object.fromEntries(kept), tags: keywords(iptc, xmp) };
}
