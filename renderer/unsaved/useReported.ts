/** Reports a form as open. */
import { useEffect, useRef } from 'react';
import { enterForm, leaveForm } from '../api/unsaved';
import { useLive } from '../api/useChanges';

/** How often a form reports, in milliseconds; the server forgets it after 50 s. */
const EVERY = 20_000;

const ignore = () => undefined;

/** `id` is undefined in the form of something new. */
export function useReported(form: string, collection: string, id: string | undefined): void {
  const live = useLive();
  const report = useRef(() => {});
  useEffect(() => {
    let closing = false;
    const enter = () =>
      void enterForm(form, { collection, ...(id && { object: id }) }, !document.hidden).catch(ignore);
    // A page that is not looked at must not keep the session from ending: it reports once, when it is hidden.
    const again = () => {
      if (!document.hidden) enter();
    };
    const turned = () => {
      if (!document.hidden) closing = false;
      if (!closing) enter();
    };
    const leave = () => {
      closing = true;
      void leaveForm(form).catch(ignore);
    };
    report.current = again;
    again();
    const timer = window.setInterval(again, EVERY);
    document.addEventListener('visibilitychange', turned);
    window.addEventListener('pagehide', leave);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', turned);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [form, collection, id]);

  // The server has closed the form when the events of this page broke off.
  const wasLive = useRef(live);
  useEffect(() => {
    if (live && !wasLive.current) report.current();
    wasLive.current = live;
  }, [live]);
}
