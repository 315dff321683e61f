import { Collapse, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './Navbar.module.css';

interface Props {
  /** What the browser remembers its state by. */
  storedAs: string;
  name: string;
  /** Open even if the user has folded it, as while filtering. */
  open: boolean;
  /** Until the user opens it. */
  foldedAtFirst?: boolean;
  children: ReactNode;
}

/** Lines of the side bar that can be folded; the browser remembers which are. */
export function NavGroup({ storedAs, name, open, foldedAtFirst = false, children }: Props) {
  const id = useId();
  const [folded, setFolded] = useLocalStorage<Record<string, boolean>>({
    key: 'plinth:folded',
    defaultValue: {},
  });
  const isFolded = !open && (folded[storedAs] ?? foldedAtFirst);
  return (
    <div className={classes.section}>
      <UnstyledButton
        className={classes.category}
        onClick={() => setFolded({ ...folded, [storedAs]: !isFolded })}
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
