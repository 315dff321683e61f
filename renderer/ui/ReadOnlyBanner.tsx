/** A line at the top while the folder can only be read, with the reason. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../api/queries';
import classes from './ConnectionBanner.module.css';

export function ReadOnlyBanner() {
  const { data } = useQuery(statusQuery());
  if (data?.readOnly === undefined) return null;
  return (
    <div className={classes.banner} role="status">
      <Text size="sm" fw={500}>
        {data.readOnly}.
      </Text>
    </div>
  );
}
