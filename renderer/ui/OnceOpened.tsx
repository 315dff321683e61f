import { Component, type ReactNode, Suspense, useState } from 'react';
import { notifyFailed } from './notify';

const texts = {
  failed: 'The dialog could not be opened',
  hint: 'Reload the page and try again. Plinth may have been updated since the page was opened.',
};

/** Keeps the page and what was typed in it when the code of a dialog cannot be loaded. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch() {
    notifyFailed(texts.failed, texts.hint);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

interface Props {
  opened: boolean;
  children: ReactNode;
}

/**
 * Draws a dialog from when it is first opened, so that its code can be loaded then. It stays while it closes, for its
 * animation and to give the focus back.
 */
export function OnceOpened({ opened, children }: Props) {
  const [isDrawn, setDrawn] = useState(opened);
  if (opened && !isDrawn) setDrawn(true);
  return (
    isDrawn && (
      <Boundary>
        <Suspense fallback={null}>{children}</Suspense>
      </Boundary>
    )
  );
}
