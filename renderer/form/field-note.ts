import { type ComponentType, createContext } from 'react';

/** What a page draws below each field of an object, such as what others suggest for it; by the name of the property. */
export const FieldNote = createContext<ComponentType<{ name: string }> | undefined>(undefined);
