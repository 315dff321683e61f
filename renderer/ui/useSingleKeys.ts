import { useLocalStorage } from '@mantine/hooks';

/**
 * Whether shortcuts of one letter (J, K, N, ?) are on. They can be switched off in the shortcut sheet,
 * for people whose speech input types letters (WCAG 2.1.4).
 */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useLocalStorage({ key: 'plinth:single-keys', defaultValue: true });
  return [on, setOn];
}
