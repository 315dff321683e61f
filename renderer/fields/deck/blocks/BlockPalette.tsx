import { Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { labelOf } from '../../field-rules';
import type { FieldLookup } from '../../kind';
import { BlockOutline } from './BlockOutline';
import classes from './blocks.module.css';

const texts = {
  title: 'Add a block',
  search: 'Search blocks',
  none: 'No block matches the search.',
  blocks: 'Blocks',
};

interface Props {
  schemas: readonly SchemaDefinition[];
  fields: FieldLookup;
  onChoose(schema: SchemaDefinition): void;
  onClose(): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The schemas of a deck to choose from, each with a drawing of what it holds. */
export default function BlockPalette({ schemas, fields, onChoose, onClose }: Props) {
  const [words, setWords] = useState('');
  const grid = useRef<HTMLUListElement>(null);
  const wanted = words.trim().toLocaleLowerCase();
  const found = schemas.filter((schema) =>
    `${labelOf(schema.id, undefined)} ${schema.description} ${schema.category ?? ''}`
      .toLocaleLowerCase()
      .includes(wanted),
  );

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    event.preventDefault();
    buttons[Math.max(0, Math.min(at + step, buttons.length - 1))]?.focus();
  }
  return (
    <Modal opened onClose={onClose} title={texts.title} size="44rem" transitionProps={{ duration: 0 }}>
      <TextInput
        data-autofocus
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first) onChoose(first);
          else if (event.key === 'ArrowDown') grid.current?.querySelector('button')?.focus();
          else return;
          event.preventDefault();
        }}
      />
      {found.length === 0 ? (
        <Text size="sm" c="dimmed" mt="md">
          {texts.none}
        </Text>
      ) : (
        <ul ref={grid} className={classes.grid} aria-label={texts.blocks} onKeyDown={onKeyDown}>
          {found.map((schema) => (
            <li key={schema.id}>
              <UnstyledButton className={classes.block} onClick={() => onChoose(schema)}>
                <BlockOutline schema={schema} fields={fields} />
                <span className={classes.blockName}>{labelOf(schema.id, undefined)}</span>
                {schema.description !== '' && <span className={classes.about}>{schema.description}</span>}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
