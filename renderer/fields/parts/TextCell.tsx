import type { JsonValue } from '#contract/values';
import type { CellProps } from '../kind';
import classes from './cells.module.css';

/** A value as one line, white space joined; HTML stays text. */
export function plainSummary(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/\s+/g, ' ').trim();
}

interface CellTextProps {
  title?: string | undefined;
  /** Digits of one width. */
  tabular?: boolean;
  children: string;
}

/** One line of text, cut with an ellipsis. A plain element: a list draws hundreds of them in one task. */
export function CellText({ title, tabular, children }: CellTextProps) {
  return (
    <p className={`truncate ${classes.text}${tabular ? ' tabular' : ''}`} title={title}>
      {children}
    </p>
  );
}

/** A text in one line. */
export function TextCell({ value }: CellProps) {
  const text = plainSummary(value);
  return <CellText title={text.length > 40 ? text.slice(0, 500) : undefined}>{text.slice(0, 200)}</CellText>;
}
