import type { SchemaDefinition } from '#contract/schemas';
import { shownProperties } from '../../fields';
import { formPage, namesOnPage } from '../../form/form-page';
import { headOf } from '../../unsaved/heads';

/** Paths of fields as the form shows them, from top to bottom; those inside of a part stay in the part's own order. */
export function asShown(paths: readonly string[], schema: SchemaDefinition): string[] {
  const order = namesOnPage(formPage(schema, shownProperties(schema)));
  const place = (path: string) => {
    const at = order.indexOf(headOf(path));
    return at < 0 ? order.length : at;
  };
  return [...paths].sort((a, b) => place(a) - place(b));
}
