/** The change set that a form or a comparison shows, which the addresses of files in rich texts do not name. */
import { createContext, useContext } from 'react';
import { addressInSet } from '../api/in-set';

/** Undefined for what is live. */
export const ShownSet = createContext<string | undefined>(undefined);

/** Where a file that a text names is shown from. */
export function useShownAddress(): (address: string) => string {
  const set = useContext(ShownSet);
  return (address) => addressInSet(address, set);
}
