/** What needs attention in the content: a list for each kind of problem. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { HEALTH_KINDS } from '#contract/health';
import { healthCountsQuery } from '../api/health';
import { ErrorState } from '../ui/ErrorState';
import { counted } from '../ui/format';
import { Page } from '../ui/Page';
import { KindLinks } from './health/KindLinks';
import { ProblemList } from './health/ProblemList';

const texts = {
  description: 'Problems in the objects that you can change.',
  found: (count: number) => (count === 0 ? 'No problems found' : counted(count, 'problem', 'problems')),
};

export function Health() {
  const { data: counts, isError, error, refetch } = useQuery(healthCountsQuery());
  const [params] = useSearchParams();
  const asked = HEALTH_KINDS.find((kind) => kind === params.get('kind'));
  const shown = asked ?? (counts && (HEALTH_KINDS.find((kind) => counts[kind] > 0) ?? HEALTH_KINDS[0]));
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Page
      description={texts.description}
      beside={<span role="status">{total !== undefined && texts.found(total)}</span>}
    >
      {isError && counts === undefined && <ErrorState error={error} retry={() => void refetch()} />}
      <KindLinks counts={counts} shown={shown} />
      {shown && <ProblemList key={shown} kind={shown} />}
    </Page>
  );
}
