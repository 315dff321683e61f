import { Badge } from '@mantine/core';
import type { Method } from '../../api/openapi';
import classes from './api.module.css';

const COLORS: Record<Method, string> = {
  GET: 'spruce',
  HEAD: 'gray',
  POST: 'blue',
  PUT: 'yellow',
  PATCH: 'yellow',
  DELETE: 'red',
};

/** A method in its colour. */
export const MethodBadge = ({ method }: { method: Method }) => (
  <Badge variant="light" color={COLORS[method]} className={classes.method} data-method={method}>
    {method}
  </Badge>
);
