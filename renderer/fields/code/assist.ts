/** Help while code is written, by the name a property's `settings.assist` gives. */
import { useEffect, useState } from 'react';
import type { Assist } from './assist-types';

const ASSISTS: Readonly<Record<string, () => Promise<{ assist: Assist }>>> = {
  automation: () => import('./automation/assist'),
};

/** The help of this name once it is fetched; undefined for none. */
export function useAssist(name: string | undefined): Assist | undefined {
  const [assist, setAssist] = useState<Assist>();
  useEffect(() => {
    const load = name !== undefined && Object.hasOwn(ASSISTS, name) ? ASSISTS[name] : undefined;
    let wanted = true;
    load?.().then(
      (found) => wanted && setAssist(found.assist),
      // Code can be written without help.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return assist;
}
