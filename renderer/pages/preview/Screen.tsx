import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import classes from './preview.module.css';
import { PREVIEW_WIDTHS, usePreviewWidth } from './usePreviewChoice';

interface ScreenProps {
  title: string;
  frame?: RefObject<HTMLIFrameElement | null>;
  src: string;
  /** There is no page: what stands in its place tries again. */
  isDown?: boolean;
  /** What is said above it. */
  children: ReactNode;
}

/** A page in the chosen width; where there is less room it is shown smaller. */
export function Screen({ title, frame, src, isDown = false, children }: ScreenProps) {
  const [chosen] = usePreviewWidth();
  const { ref, width, height } = useElementSize();
  const wide = chosen === 'desktop' ? Math.max(PREVIEW_WIDTHS.desktop, width) : PREVIEW_WIDTHS[chosen];
  const scale = width === 0 ? 1 : Math.min(1, width / wide);
  return (
    <div className={classes.side}>
      {children && (
        <Text size="xs" c="dimmed" className={classes.caption ?? ''}>
          {children}
        </Text>
      )}
      <div ref={ref} className={classes.screen}>
        <iframe
          ref={frame}
          title={title}
          src={src}
          // An origin of its own: with its scripts it still reaches nothing of this page, and cannot leave the frame.
          sandbox="allow-scripts allow-same-origin allow-forms"
          className={classes.frame}
          data-down={isDown || undefined}
          style={{ width: wide, height: height / scale, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}
