/** The list of change sets; apart from what changes them, since every page counts suggestions and failed plans. */
import { queryOptions } from '@tanstack/react-query';
import type { ChangeSet } from '#contract/change-sets';
import { api } from './client';
import { keys } from './keys';
import { CHANGE_SETS } from './paths';

/** All change sets that the user may see, the shared draft first. */
export const changeSetsQuery = () =>
  queryOptions({
    queryKey: [...keys.changeSets, 'all'],
    queryFn: async ({ signal }) =>
      (await api.get<{ changeSets: ChangeSet[] }>(CHANGE_SETS, { signal })).data.changeSets,
    refetchOnWindowFocus: 'always',
  });
