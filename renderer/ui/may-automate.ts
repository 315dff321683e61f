import type { SessionAnswer } from '#contract/access';

/** Whether somebody may write programs that run here: whoever owns Plinth or administers it. */
export const mayAutomate = (user: SessionAnswer['user'] | undefined): boolean =>
  user?.role === 'owner' || user?.role === 'admin';
