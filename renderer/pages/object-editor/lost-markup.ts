import type { SchemaDefinition } from '#contract/schemas';
import { labelOf } from '../../fields/field-rules';
import { t } from '../../t';
import { notifyWarning } from '../../ui/notify';

/** Tells in which fields a save removed markup, by the paths the server named. */
export function notifyLostMarkup(paths: readonly string[], schema: SchemaDefinition): void {
  const names = new Set(paths.map((path) => path.split('.', 1)[0] ?? path));
  if (names.size === 0) return;
  const labels = [...names].map((name) => `“${labelOf(name, schema.properties[name])}”`).join(', ');
  notifyWarning(
    t('Some markup was removed'),
    t(
      `Markup that is not allowed, such as scripts or comments, was removed from ${labels}. The rest was saved.`,
    ),
  );
}
