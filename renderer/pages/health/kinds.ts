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
import { formatBytes } from '../../ui/format';

interface KindTexts {
  Icon: IconType;
  title: string;
  hint: string;
  none: string;
}

const large = `${formatBytes(LARGE_IMAGE.bytes)} or ${LARGE_IMAGE.pixels} pixels on one side`;

export const KINDS: Readonly<Record<HealthKind, KindTexts>> = {
  damaged: {
    Icon: IconAlertTriangle,
    title: 'Damaged files',
    hint: 'Plinth cannot read or use these files. It does not modify them.',
    none: 'No damaged files',
  },
  conflicts: {
    Icon: IconGitMerge,
    title: 'Conflicts',
    hint: 'Two versions of the same file. Both are kept until you decide.',
    none: 'No conflicts',
  },
  invalid: {
    Icon: IconListCheck,
    title: 'Invalid objects',
    hint: 'These objects break rules of their schema. They cannot be saved until the marked fields are corrected.',
    none: 'No invalid objects',
  },
  references: {
    Icon: IconLinkOff,
    title: 'Broken links',
    hint: 'Relations and links to objects that do not exist. Open the object to choose another one or to remove the link.',
    none: 'No broken links',
  },
  alt: {
    Icon: IconPhotoEdit,
    title: 'Missing alternative text',
    hint: 'People who cannot see these images do not know what they show. Press Enter to go to the next image.',
    none: 'All images have alternative text',
  },
  oversize: {
    Icon: IconPhotoDown,
    title: 'Very large images',
    hint: `Images above ${large} take space in the folder and its backups. Open the object to replace them.`,
    none: 'No very large images',
  },
  unused: {
    Icon: IconFileUnknown,
    title: 'Unused files',
    hint: '',
    none: 'No unused files',
  },
};
