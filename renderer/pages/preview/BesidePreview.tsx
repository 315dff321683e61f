import { lazy, type ReactNode, Suspense } from 'react';
import type { PreviewProps } from './PreviewPane';
import classes from './preview.module.css';
import { usePreviewOpened } from './usePreviewChoice';

const PreviewPane = lazy(async () => ({ default: (await import('./PreviewPane')).PreviewPane }));

/** A form, and the site beside it where the user wants to see it. */
export function BesidePreview({ children, ...props }: PreviewProps & { children: ReactNode }) {
  const [opened] = usePreviewOpened();
  return (
    <div className={classes.beside} data-opened={opened || undefined}>
      <div className={classes.form}>{children}</div>
      {opened && (
        <Suspense fallback={<aside className={classes.pane} aria-busy="true" />}>
          <PreviewPane {...props} />
        </Suspense>
      )}
    </div>
  );
}
