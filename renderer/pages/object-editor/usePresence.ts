/** Reports the form as open, and who else has its object open. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OpenObject } from '#contract/drafts';
import { enterForm, leaveForm, presenceQuery } from '../../api/drafts';

/** How often a form reports, in milliseconds; the server forgets it after 50 s. */
const EVERY = 20_000;

const ignore = () => undefined;

/** Others than this form that have the object open. */
export function usePresence(form: string, collection: string, id: string | undefined): OpenObject[] {
  useEffect(() => {
    const report = () => {
      // A page that is not looked at must not keep the session from ending.
      if (!document.hidden) enterForm(form, { collection, ...(id && { object: id }) }).catch(ignore);
    };
    const leave = () => void leaveForm(form).catch(ignore);
    report();
    const timer = window.setInterval(report, EVERY);
    document.addEventListener('visibilitychange', report);
    window.addEventListener('pagehide', leave);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', report);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [form, collection, id]);

  const { data } = useQuery({ ...presenceQuery(collection, id), enabled: id !== undefined });
  return (data ?? []).filter((open) => open.form !== form);
}
