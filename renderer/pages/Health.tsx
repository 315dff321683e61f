/** What needs attention in the content: a list for each kind of problem. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { HEALTH_KINDS } from '#contract/health';
import { progressQuery } from '../api/find';
import { countedQuery, healthCountsQuery } from '../api/health';
import { ErrorState } from '../ui/ErrorState';
import { counted } from '../ui/format';
import { HowFar } from '../ui/HowFar';
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
  const { data: progress } = useQuery(progressQuery(healthCountsQuery().queryKey));
  const { data: counted = {} } = useQuery(countedQuery());
  const known = counts ?? counted;
  const first = HEALTH_KINDS.find((kind) => (known[kind] ?? 0) > 0) ?? (counts && HEALTH_KINDS[0]);
  const shown = asked ?? first;
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Page
      description={texts.description}
      beside={<span role="status">{total !== undefined && texts.found(total)}</span>}
    >
      {isError && counts === undefined && <ErrorState error={error} retry={() => void refetch()} />}
      <KindLinks counts={known} shown={shown} />
      <HowFar progress={progress} />
      {shown && <ProblemList key={shown} kind={shown} />}
    </Page>
  );
}
