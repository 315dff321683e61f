/** text, textarea and hidden. `settings.textTransform` is applied by the server on save. */
import type { FieldKind } from '../kind';
import { plainSummary, TextCell } from '../parts/TextCell';
import { TextareaField, TextField } from './TextField';
import { asText, isTextual } from './text-value';

export const text: FieldKind = {
  Input: TextField,
  Cell: TextCell,
  summary: plainSummary,
  accepts: isTextual,
  shown: asText,
  empty: '',
};

export const textarea: FieldKind = { ...text, Input: TextareaField };

/** Never drawn by the form; its value is kept and shown in lists like text. */
export const hidden: FieldKind = text;
