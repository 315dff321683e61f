import { formatAgo, formatMoment } from './format';

interface Props {
  /** Null where it never was. */
  value: string | null;
  /** Text before it. */
  before?: string;
  /** Shown where it never was. */
  otherwise?: string;
}

/** A moment in relative words, the exact one on hover. */
export function TimeAgo({ value, before, otherwise }: Props) {
  if (value === null) return otherwise;
  return (
    <>
      {before !== undefined && `${before} `}
      <time dateTime={value} title={formatMoment(value)}>
        {formatAgo(value)}
      </time>
    </>
  );
}
