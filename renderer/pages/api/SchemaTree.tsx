/** A schema as lines that open: what is below is looked up when it is opened, so a schema may hold itself. */
import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { JsonObject } from '#contract/values';
import classes from './api.module.css';
import { type Resolve, shapeOf } from './schema-shape';

const texts = { required: 'required' };

interface Props {
  name: string;
  schema: JsonObject;
  resolve: Resolve;
  required?: boolean;
  startsOpen?: boolean;
}

export function SchemaTree({ name, schema, resolve, required = false, startsOpen = false }: Props) {
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  const { type, description, rules, children } = shapeOf(schema, resolve);
  const words = (
    <>
      <span className={classes.property}>{name}</span>
      <span className={classes.type}>{type}</span>
      {required && <span className={classes.required}>{texts.required}</span>}
      {(description !== '' || rules.length > 0) && (
        <Text span size="xs" c="dimmed">
          {[description, ...rules].filter((text) => text !== '').join(' · ')}
        </Text>
      )}
    </>
  );
  if (children.length === 0) return <div className={classes.leaf}>{words}</div>;
  return (
    <div>
      <UnstyledButton
        className={classes.branch}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={14} className={classes.chevron} data-open={open || undefined} aria-hidden />
        {words}
      </UnstyledButton>
      <div id={id} hidden={!open} className={classes.children}>
        {open &&
          children.map((child) => (
            <SchemaTree
              key={child.name}
              name={child.name}
              schema={child.schema}
              required={child.required}
              resolve={resolve}
            />
          ))}
      </div>
    </div>
  );
}
