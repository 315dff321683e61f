import { IconFile, IconFileText, IconFileZip, IconMovie, IconMusic, IconPhoto } from '@tabler/icons-react';

const ICONS: readonly [pattern: RegExp, icon: typeof IconFile][] = [
  [/^image\//, IconPhoto],
  [/^video\//, IconMovie],
  [/^audio\//, IconMusic],
  [/zip|tar|compressed/, IconFileZip],
  [/^text\/|pdf|document|rtf/, IconFileText],
];

/** A picture of a type of file. */
export function FileIcon({ mime, size = 22 }: { mime: string; size?: number }) {
  const Icon = ICONS.find(([pattern]) => pattern.test(mime))?.[1] ?? IconFile;
  return <Icon size={size} stroke={1.4} aria-hidden />;
}
