/** What the menu of the desktop app asks of any page: its settings, and a new object. */
import { useLocation, useNavigate } from 'react-router';
import { useWindowCommand } from '../ui/window-commands';

/** @param choose lets the user choose what to create, where no collection is shown */
export function useMenuCommands(choose: () => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useWindowCommand('settings', async () => {
    await navigate('/settings');
    return true;
  });
  useWindowCommand('new', async () => {
    const [, collection] = /^\/c\/([^/]+)/.exec(pathname) ?? [];
    if (collection === undefined) choose();
    else await navigate(`/c/${collection}/new`);
    return true;
  });
}
