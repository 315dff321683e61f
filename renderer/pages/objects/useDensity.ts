import { useLocalStorage } from '@mantine/hooks';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Height of a row of a table in pixels. */
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 38, compact: 28 };

/** How close together lists are, for all collections; kept in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'plinth:density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  return [density === 'compact' ? density : 'comfortable', setDensity];
}
