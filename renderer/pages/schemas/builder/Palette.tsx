import { useDraggable } from '@dnd-kit/core';
import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './builder.module.css';
import { useBuilder } from './builder-context';
import { addField } from './field-actions';
import { foundKinds, type PaletteEntry } from './kinds';

const texts = {
  title: 'Add field',
  search: 'Search field types',
  none: 'No matching field types',
};

/** What a dragged kind is called among the dragged things. */
export const PALETTE = 'kind:';

function Kind({ entry: { kind, label, help } }: { entry: PaletteEntry }) {
  const builder = useBuilder();
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: `${PALETTE}${kind}` });
  return (
    <UnstyledButton
      ref={setNodeRef}
      {...listeners}
      className={classes.kind}
      data-dragging={isDragging || undefined}
      onClick={() => addField(builder, kind)}
    >
      <span className={classes.kindLabel}>{label} </span>
      <span className={classes.kindHelp}>{help}</span>
    </UnstyledButton>
  );
}

/** Every kind of field, to be clicked or dragged into the form. */
export function Palette() {
  const [search, setSearch] = useState('');
  const { draft } = useBuilder();
  const groups = foundKinds(search)
    .map((group) => ({
      ...group,
      kinds: group.kinds.filter(
        ({ onlyAs }) => onlyAs === undefined || !Object.hasOwn(draft.properties, onlyAs),
      ),
    }))
    .filter(({ kinds }) => kinds.length > 0);
  return (
    <section className={classes.palette} aria-label={texts.title}>
      <TextInput
        size="xs"
        placeholder={texts.search}
        aria-label={texts.search}
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {groups.map(({ title, kinds }) => (
        <div key={title}>
          <h2 className={classes.group}>{title}</h2>
          {kinds.map((entry) => (
            <Kind key={entry.kind} entry={entry} />
          ))}
        </div>
      ))}
    </section>
  );
}
