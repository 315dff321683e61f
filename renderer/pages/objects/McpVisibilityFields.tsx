/** What AI clients are shown of a collection. */
import { Fieldset, Select, Stack, Switch, Textarea } from '@mantine/core';
import { MCP_ACCESS, type McpAccess, type McpVisibility } from '#contract/objects';
import { t } from '../../t';

const texts = {
  legend: 'AI clients',
  access: 'Visible to',
  accessHint:
    'This controls visibility only. What a client can do depends on its API key or on the user who authorized it.',
  description: 'Description for AI clients',
  descriptionHint: 'Replaces the description above, e.g. to say when to use this collection.',
  resource: 'Expose objects as MCP resources',
  resourceHint: 'Clients can attach them to a chat and subscribe to changes.',
};

const ACCESS: Record<McpAccess, string> = {
  admin: t('Clients with an API key'),
  authenticated: t('Also apps authorized by users'),
  public: t('Everyone, without drafts'),
};

interface Props {
  visibility: McpVisibility;
  error: string | undefined;
  onChange: (visibility: McpVisibility) => void;
}

export function McpVisibilityFields({ visibility, error, onChange }: Props) {
  const { access = 'admin', description = '', resource = false } = visibility;
  const choose = (value: string | null) => {
    const chosen = MCP_ACCESS.find((one) => one === value);
    if (chosen !== undefined) onChange({ ...visibility, access: chosen });
  };
  return (
    <Fieldset legend={texts.legend} mx={0}>
      <Stack gap="md">
        <Select
          label={texts.access}
          description={texts.accessHint}
          data={MCP_ACCESS.map((value) => ({ value, label: ACCESS[value] }))}
          value={access}
          onChange={choose}
          allowDeselect={false}
          error={error}
        />
        <Textarea
          label={texts.description}
          description={texts.descriptionHint}
          autosize
          minRows={1}
          maxLength={2000}
          value={description}
          onChange={(event) => onChange({ ...visibility, description: event.currentTarget.value })}
        />
        <Switch
          label={texts.resource}
          description={texts.resourceHint}
          checked={resource}
          onChange={(event) => onChange({ ...visibility, resource: event.currentTarget.checked })}
        />
      </Stack>
    </Fieldset>
  );
}
