/** Whether the preview is shown beside forms, and how wide the page is in it. Kept in this browser. */
import { useLocalStorage } from '@mantine/hooks';

export const PREVIEW_WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const;
export type PreviewWidth = keyof typeof PREVIEW_WIDTHS;

export const usePreviewOpened = () => useLocalStorage({ key: 'plinth:preview', defaultValue: false });

export const usePreviewWidth = () =>
  useLocalStorage<PreviewWidth>({ key: 'plinth:preview-width', defaultValue: 'desktop' });
