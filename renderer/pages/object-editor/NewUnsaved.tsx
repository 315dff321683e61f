import { useNavigate } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import { type FormOwner, useFolder } from '../../unsaved/useFolder';
import { useKept } from '../../unsaved/useKept';
import { KeptChanges } from './KeptChanges';

/** New objects of a collection that were begun and not saved, offered above its list. */
export function NewUnsaved({ settings }: { settings: CollectionSettings }) {
  const folder = useFolder();
  return folder === undefined ? null : <Offered settings={settings} {...folder} />;
}

function Offered({ settings, ...folder }: { settings: CollectionSettings } & FormOwner) {
  const navigate = useNavigate();
  const { kept, discard } = useKept({ ...folder, collection: settings.id, id: undefined });
  return (
    <KeptChanges
      isNew
      etag={undefined}
      base={undefined}
      settings={settings}
      kept={kept}
      onDiscard={discard}
      onRestore={(key) =>
        void navigate(`/c/${encodeURIComponent(settings.id)}/new`, { state: { unsaved: key } })
      }
    />
  );
}
