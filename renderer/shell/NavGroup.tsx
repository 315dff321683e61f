import { Collapse, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './Navbar.module.css';

interface Props {
  name: string;
  /** Open even if the user has folded it, as while filtering. */
  open: boolean;
  children: ReactNode;
}

/** A category that can be folded; the browser remembers which are. */
export function NavGroup({ name, open, children }: Props) {
  const id = useId();
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: 'plinth:folded-categories',
    defaultValue: [],
  });
  const isFolded = !open && folded.includes(name);
  const toggle = () => {
    setFolded(isFolded ? folded.filter((other) => other !== name) : [...folded, name]);
  };
  return (
    <div className={classes.section}>
      <UnstyledButton
        className={classes.category}
        onClick={toggle}
        aria-expanded={!isFolded}
        aria-controls={id}
      >
        <span className={classes.label}>{name}</span>
        <IconChevronRight
          size={14}
          className={classes.chevron}
          data-open={!isFolded || undefined}
          aria-hidden
        />
      </UnstyledButton>
      <Collapse expanded={!isFolded} id={id}>
        {children}
      </Collapse>
    </div>
  );
}
