import type { DesktopBridge } from '#contract/desktop';

declare global {
  interface Window {
    /** The desktop window's bridge; absent in a browser. */
    plinth?: DesktopBridge;
  }
}
