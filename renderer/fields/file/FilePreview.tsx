/** What browsers can show of a file by themselves, from `/stream`. */
import type { FileItem } from '#contract/files';
import { textIn } from '../image/image-value';
import classes from './file.module.css';

/** Players keep what they have of an address, and a file that replaces another has its address. */
function streamed(item: FileItem): string {
  const url = textIn(item, 'url').replace(/^\/download\//, '/stream/');
  const version = new URLSearchParams({ version: `${textIn(item, 'uploadDate')} ${item.size}` });
  return `${url}${url.includes('?') ? '&' : '?'}${version}`;
}

const shows = (mime: string): boolean => /^(?:audio|video|image)\//.test(mime) || mime === 'application/pdf';

function View({ item }: { item: FileItem }) {
  const { name } = item;
  const mime = textIn(item, 'mime');
  const src = streamed(item);
  if (mime.startsWith('video/')) {
    return (
      <video className={classes.preview} src={src} controls preload="metadata" aria-label={name}>
        <track kind="captions" />
      </video>
    );
  }
  if (mime.startsWith('audio/')) {
    return (
      <audio className={classes.audio} src={src} controls preload="metadata" aria-label={name}>
        <track kind="captions" />
      </audio>
    );
  }
  if (mime.startsWith('image/')) return <img className={classes.preview} src={src} alt={name} />;
  return <iframe className={classes.page} src={src} title={name} />;
}

export const FilePreview = { shows, View };
