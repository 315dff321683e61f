/** What browsers can show of a file by themselves, from `/stream`. */
import classes from './file.module.css';

const streamed = (url: string) => url.replace(/^\/download\//, '/stream/');

const shows = (mime: string): boolean => /^(?:audio|video|image)\//.test(mime) || mime === 'application/pdf';

function View({ url, mime, name }: { url: string; mime: string; name: string }) {
  const src = streamed(url);
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
