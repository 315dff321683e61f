/** When this user was here last, in this browser. */
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery } from '../api/queries';

interface Visit {
  /** What was changed since then has not been seen: the end of the visit before, ISO 8601. */
  since: string;
  /** When the admin was last in view, ISO 8601. */
  active: string;
  /** There was no visit before it. */
  first?: true;
}

/** After this time out of view a visit has ended, in ms. */
const PAUSE = 30 * 60_000;
/** How often a visit is recorded, in ms. */
const RECORD_EVERY = 60_000;

/** Of each folder and each user apart. Null before the first visit. */
function useStoredVisit() {
  const { data: session } = useQuery(sessionQuery());
  const key = session?.user ? `plinth:visit:${session.folder.id}:${session.user.id}` : '';
  const [visit, setVisit] = useLocalStorage<Visit | null>({
    key: key || 'plinth:visit',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  return { key, visit, setVisit };
}

/** The visit as it goes on at a moment; a new one begins after a pause. */
export function continued(visit: Visit | null, now: number): Visit {
  const active = new Date(now).toISOString();
  if (visit === null) return { since: active, active, first: true };
  if (now - Date.parse(visit.active) > PAUSE) return { since: visit.active, active };
  return { ...visit, active };
}

/** Records the visit while the admin is in view. */
export function useRecordVisit(): void {
  const { key, setVisit } = useStoredVisit();
  useEffect(() => {
    if (key === '') return;
    const record = () => {
      if (!document.hidden) setVisit((visit) => continued(visit, Date.now()));
    };
    record();
    const timer = window.setInterval(record, RECORD_EVERY);
    document.addEventListener('visibilitychange', record);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', record);
    };
  }, [key, setVisit]);
}

/** Since when changes have not been seen, and how to mark those up to a moment as seen. */
export function useUnseen(): { since: string | undefined; isFirst: boolean; markSeen(until: string): void } {
  const { visit, setVisit } = useStoredVisit();
  return {
    since: visit?.since,
    isFirst: visit?.first === true,
    markSeen: (until) => setVisit((last) => (last === null ? null : { ...last, since: until })),
  };
}
