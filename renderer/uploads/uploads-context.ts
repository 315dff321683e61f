/** The uploads of the whole admin, which its frame shows. They are made when the first files are added. */
import { createContext, use } from 'react';
import type { BackgroundUploads } from './background-uploads';

interface Uploads {
  current: BackgroundUploads | undefined;
  begin(uploads: BackgroundUploads): void;
}

export const UploadsContext = createContext<Uploads>({ current: undefined, begin: () => {} });

export const useUploadsOfFrame = (): Uploads => use(UploadsContext);
