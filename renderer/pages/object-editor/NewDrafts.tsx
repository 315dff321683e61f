import { useNavigate } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import { type DraftOwner, useFolder } from '../../draft/useFolder';
import { useKeptDrafts } from '../../draft/useKeptDrafts';
import { KeptDrafts } from './KeptDrafts';

/** New objects of a collection that were begun and not saved, offered above its list. */
export function NewDrafts({ settings }: { settings: CollectionSettings }) {
  const folder = useFolder();
  return folder === undefined ? null : <Offered settings={settings} {...folder} />;
}

function Offered({ settings, ...folder }: { settings: CollectionSettings } & DraftOwner) {
  const navigate = useNavigate();
  const { kept, discard } = useKeptDrafts({ ...folder, collection: settings.id, id: undefined });
  return (
    <KeptDrafts
      isNew
      etag={undefined}
      base={undefined}
      settings={settings}
      kept={kept}
      onDiscard={discard}
      onRestore={(key) =>
        void navigate(`/c/${encodeURIComponent(settings.id)}/new`, { state: { draft: key } })
      }
    />
  );
}
