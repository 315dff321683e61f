import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { formatNumber } from '../ui/format';
import classes from './Navbar.module.css';

interface Props {
  to: string;
  icon: ReactNode;
  label: string;
  count?: number | undefined;
  /** Active on exactly this address only. */
  end?: boolean;
  /** The count is of problems and is highlighted. */
  urgent?: boolean | undefined;
}

/** A line of the side bar. */
export function NavItem({ to, icon, label, count, end = false, urgent = false }: Props) {
  return (
    <NavLink to={to} end={end} className={classes.item} title={label}>
      {icon}
      <span className={classes.label}>{label}</span>
      {count !== undefined && (
        <span className={classes.count} data-urgent={urgent || undefined}>
          {formatNumber(count)}
        </span>
      )}
    </NavLink>
  );
}
