/** The mark: a plinth with something on it. Decorative; the name is beside it. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-spruce-7)" />
      <path fill="var(--plinth-white)" d="M12 5h8v11h-8zM9 18h14v4H9zM6 24h20v4H6z" />
    </svg>
  );
}
