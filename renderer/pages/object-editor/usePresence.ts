/** Reports the form as open, and who else has its object open. */
import { useQuery } from '@tanstack/react-query';
import type { OpenObject } from '#contract/unsaved';
import { presenceQuery } from '../../api/unsaved';
import { useReported } from '../../unsaved/useReported';

/** Others than this form that have the object open. */
export function usePresence(form: string, collection: string, id: string | undefined): OpenObject[] {
  useReported(form, collection, id);
  const { data } = useQuery({ ...presenceQuery(collection, id), enabled: id !== undefined });
  return (data ?? []).filter((open) => open.form !== form);
}
