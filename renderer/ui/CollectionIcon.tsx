/** A picture per kind of schema, so that a long list of collections can be scanned. */
import {
  type Icon,
  IconAt,
  IconCode,
  IconColorSwatch,
  IconFile,
  IconFiles,
  IconFileText,
  IconHash,
  IconLayout,
  IconLink,
  IconNews,
  IconPhoto,
  IconPhotoSpark,
  IconRobot,
  IconRss,
  IconStack2,
  IconToggleRight,
  IconTypography,
  IconUsers,
} from '@tabler/icons-react';

const ICONS: ReadonlyMap<string, Icon> = new Map([
  ['auth', IconUsers],
  ['automations', IconRobot],
  ['blog', IconNews],
  ['blog-legacy', IconNews],
  ['builder-page', IconLayout],
  ['code', IconCode],
  ['color', IconColorSwatch],
  ['depot', IconFiles],
  ['email', IconAt],
  ['feed', IconRss],
  ['file', IconFile],
  ['gallery', IconPhotoSpark],
  ['image', IconPhoto],
  ['number', IconHash],
  ['styledtext', IconTypography],
  ['text', IconTypography],
  ['toggle', IconToggleRight],
  ['url', IconLink],
]);

interface Props {
  /** A collection's schema as its summary has it: `/schemas/{id}`. */
  schema: string;
  singleton?: boolean;
  size?: number;
}

export function CollectionIcon({ schema, singleton = false, size = 17 }: Props) {
  const id = schema.slice(schema.lastIndexOf('/') + 1);
  const Picture = ICONS.get(id) ?? (singleton ? IconFileText : IconStack2);
  return <Picture size={size} stroke={1.6} aria-hidden />;
}
