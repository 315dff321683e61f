/** Which languages the localized fields of a form show; the browser remembers them. */
import { useLocalStorage } from '@mantine/hooks';

/** The language last chosen, the same in all fields that switch together. */
export const useShownLocale = () => useLocalStorage({ key: 'plinth:locale', defaultValue: '' });

/** The language whose texts are shown above those being written, to translate from; empty for none. */
export const useComparedLocale = () => useLocalStorage({ key: 'plinth:locale-compared', defaultValue: '' });
