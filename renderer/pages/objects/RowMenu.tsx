import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ObjectTable.module.css';

interface Props {
  /** Where it was asked for, in the window; undefined while closed. */
  at: DOMRect | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The one menu of a list: at the button of a row, or where the mouse was. */
export function RowMenu({ at, onClose, children }: Props) {
  const place = at && { left: at.left, top: at.top, width: at.width, height: at.height };
  return (
    <Menu opened={at !== undefined} onClose={onClose} position="bottom-end" width={200} returnFocus>
      <Menu.Target>
        <span aria-hidden className={classes.menuAnchor} style={place} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
