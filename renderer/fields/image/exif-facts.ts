/** What a camera noted in an image, as lines. */
import type { JsonObject } from '#contract/values';
import { t } from '../../t';
import { formatMoment } from '../../ui/format';
import { textIn } from './image-value';

export function exifFacts(exif: JsonObject): string[] {
  const shot = [
    exif.camera,
    exif.lens,
    exif.aperture && `f/${exif.aperture}`,
    exif.shutterSpeed && `${exif.shutterSpeed} s`,
    exif.iso && `ISO ${exif.iso}`,
  ];
  return [
    textIn(exif, 'date') === '' ? '' : t(`Taken ${formatMoment(textIn(exif, 'date'))}`),
    shot.filter((part) => typeof part === 'string' && part !== '').join(', '),
    textIn(exif, 'copyright'),
  ].filter((line) => line !== '');
}
