import { formatAgo, formatMoment } from './format';

/** A moment in relative words, the exact one on hover. */
export function TimeAgo({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatMoment(value)}>
      {formatAgo(value)}
    </time>
  );
}
