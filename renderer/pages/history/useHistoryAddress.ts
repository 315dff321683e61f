/** The part of an address that opens the history of its object: `?history`, or `?history=TIME` with one of its versions. */
import { useLocation, useSearchParams } from 'react-router';

/** Its name. */
const NAME = 'history';

/** The address of an object with its history open; `at`: with the version of this time. */
export const historyAddress = (collection: string, id: string, at = '') => ({
  pathname: `/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`,
  search: `?${new URLSearchParams({ [NAME]: at })}`,
});

export function useHistoryAddress() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const to = (at: string | undefined) =>
    setSearch(
      (last) => {
        const next = new URLSearchParams(last);
        if (at === undefined) next.delete(NAME);
        else next.set(NAME, at);
        return next;
      },
      // The place in the list the object was opened from stays.
      { replace: true, preventScrollReset: true, state },
    );
  return {
    opened: search.has(NAME),
    /** The time of the version that is shown; empty where none was chosen. */
    shown: search.get(NAME) ?? '',
    open: () => to(''),
    choose: (at: string) => to(at),
    showList: () => to(''),
    close: () => to(undefined),
  };
}
