import { Skeleton, Stack } from '@mantine/core';

/** The shape of a list while its schema loads. */
export function ListSkeleton() {
  return (
    <Stack gap="lg" p="xl" aria-busy="true" aria-label="Loading" role="status">
      <Skeleton h={22} w={180} />
      <Stack gap={18} mt="md">
        {[64, 52, 71, 45, 60, 55, 68, 49].map((width) => (
          <Skeleton key={width} h={12} w={`${width}%`} />
        ))}
      </Stack>
    </Stack>
  );
}
