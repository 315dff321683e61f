/** What the page says about the kinds of problems. */
import {
  IconAlertTriangle,
  IconFileUnknown,
  IconGitMerge,
  IconLinkOff,
  IconListCheck,
  IconPhotoDown,
  IconPhotoEdit,
  type Icon as IconType,
} from '@tabler/icons-react';
import { type HealthKind, LARGE_IMAGE } from '#contract/health';
import { t } from '../../t';
import { formatBytes } from '../../ui/format';

interface KindTexts {
  Icon: IconType;
  title: string;
  hint: string;
  none: string;
}

const large = t(`${formatBytes(LARGE_IMAGE.bytes)} or ${LARGE_IMAGE.pixels} pixels on one side`);

export const KINDS: Readonly<Record<HealthKind, KindTexts>> = {
  damaged: {
    Icon: IconAlertTriangle,
    title: t('Damaged files'),
    hint: t('Plinth cannot read or use these files. It does not modify them.'),
    none: t('No damaged files'),
  },
  conflicts: {
    Icon: IconGitMerge,
    title: t('Conflicts'),
    hint: t('Two versions of the same file. Both are kept until you decide.'),
    none: t('No conflicts'),
  },
  invalid: {
    Icon: IconListCheck,
    title: t('Invalid objects'),
    hint: t(
      'These objects have values that break rules of their schema. They can be saved, but a changed value must follow the rules.',
    ),
    none: t('No invalid objects'),
  },
  references: {
    Icon: IconLinkOff,
    title: t('Broken links'),
    hint: t(
      'Relations and links to objects and files that do not exist. Open the object to choose another one or to remove the link.',
    ),
    none: t('No broken links'),
  },
  alt: {
    Icon: IconPhotoEdit,
    title: t('Missing alternative text'),
    hint: t(
      'People who cannot see these images do not know what they show. Press Enter to go to the next image.',
    ),
    none: t('All images have alternative text'),
  },
  oversize: {
    Icon: IconPhotoDown,
    title: t('Very large images'),
    hint: t(
      `Images above ${large} take space in the folder and its backups. Open the object to replace them.`,
    ),
    none: t('No very large images'),
  },
  unused: {
    Icon: IconFileUnknown,
    title: t('Unused files'),
    hint: '',
    none: t('No unused files'),
  },
};
