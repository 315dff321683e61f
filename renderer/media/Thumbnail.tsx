/** A small image of a list: asked for when it has been in view for a moment, given up when it is scrolled away. */
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { MediaFile } from '#contract/media';
import { FileIcon } from '../ui/FileIcon';
import type { ImageQueue } from './image-queue';
import { isShown, thumbnail } from './media-file';

/** Images that are scrolled past are not asked for. */
const SETTLED_MS = 80;

export const ImageQueueContext = createContext<ImageQueue | undefined>(undefined);

interface Props {
  file: MediaFile;
  alt: string;
}

export function Thumbnail({ file, alt }: Props) {
  if (!isShown(file)) return <FileIcon mime={file.mime} size={36} />;
  const src = thumbnail(file, 'w=320&h=240');
  return <Queued key={src} src={src} alt={alt} />;
}

function Queued({ src, alt }: { src: string; alt: string }) {
  const queue = useContext(ImageQueueContext);
  const [wanted, setWanted] = useState(queue === undefined);
  const image = useRef<HTMLImageElement>(null);
  const release = useRef<() => void>(undefined);
  useEffect(() => {
    if (queue === undefined) return undefined;
    const timer = setTimeout(() => {
      release.current = queue.ask(() => setWanted(true));
    }, SETTLED_MS);
    const shown = image;
    return () => {
      clearTimeout(timer);
      release.current?.();
      // An image that is only taken out of the page is loaded to its end.
      if (shown.current?.complete === false) shown.current.removeAttribute('src');
    };
  }, [queue]);
  const done = () => release.current?.();
  return (
    <img ref={image} alt={alt} draggable={false} {...(wanted && { src })} onLoad={done} onError={done} />
  );
}
